import { once } from 'node:events'
import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import type { Express, Request, Response } from '../../src/types/v5/public.ts'
import { factories } from './dialects.ts'
import { get } from './smuggled.ts'

// From its second request on, a connection of an application goes past what Node's server does with
// each request. A server whose listener is another function is Node's alone, so both must show the
// same: the same bytes, and the same events in the same order.

const webapp = factories['5.x']

export type Start = (app: Express) => Server

export const starts: Readonly<Record<string, Start>> = {
  'app.listen()': (app) => app.listen(0, '127.0.0.1') as Server,
  'http.createServer(app)': (app) => createServer(options, app).listen(0, '127.0.0.1'),
}

/** How often Node looks for requests that take too long to arrive. */
const options = { connectionsCheckingInterval: 50 }

export const nodes: Start = (app) =>
  createServer(options, (req, res) => (app as unknown as RequestListener)(req, res)).listen(
    0,
    '127.0.0.1',
  )

const EVENTS = ['finish', 'close', 'error', 'timeout', 'end', 'aborted', 'prefinish']

/** A program, its clients, and what both saw. */
export class Stage {
  readonly log: string[] = []
  readonly app: Express = webapp()
  readonly server: Server
  readonly #clients: Client[] = []

  constructor(start: Start) {
    this.app.disable('x-powered-by')
    this.app.use((req, res, next) => {
      const { url } = req
      if (!url.startsWith('/quiet')) this.#watch(req, res)
      next()
    })
    this.app.get('/quiet', (_req, res) => void res.send('quiet'))
    this.app.get('/now', (_req, res) => void res.send('now'))
    this.app.get('/later', (_req, res) => void setImmediate(() => res.send('later')))
    this.server = start(this.app)
  }

  #watch(req: Request, res: Response): void {
    const { url } = req
    this.log.push(`${url} arrives`)
    for (const event of EVENTS) {
      res.on(event, () => this.log.push(`${url} res ${event}`))
      req.on(event, () => this.log.push(`${url} req ${event}`))
    }
  }

  /** A client whose first response has come, so that the next request is the second one. */
  async known(): Promise<Client> {
    if (!this.server.listening) await once(this.server, 'listening')
    // A server that the user created is adopted with its first request, and reads later connections.
    if (this.#clients.length === 0) await this.#connect().say(get('/quiet'), 'quiet')
    const client = this.#connect()
    await client.say(get('/quiet'), 'quiet')
    // The response is finished a moment after it was written.
    await client.say(get('/quiet'), 'quiet')
    client.text = ''
    return client
  }

  /** Sends requests that arrive together, so that the next ones wait for others again. */
  async crowd(): Promise<void> {
    const clients: Client[] = []
    for (let count = 0; count < 4; count++) clients.push(await this.known())
    // After requests that came alone, the next 32 do not wait.
    for (let round = 0; round < 12; round++) {
      await Promise.all(clients.map((client) => client.say(get('/quiet'), 'quiet')))
    }
  }

  #connect(): Client {
    const { port } = this.server.address() as AddressInfo
    const client = new Client(connect({ port, host: '127.0.0.1', noDelay: true }))
    this.#clients.push(client)
    return client
  }

  async end(): Promise<void> {
    for (const { socket } of this.#clients) socket.destroy()
    this.server.close().closeAllConnections()
  }
}

class Client {
  readonly socket: Socket
  readonly closed: Promise<unknown>
  text = ''
  #changed = () => {}

  constructor(socket: Socket) {
    this.socket = socket.setEncoding('latin1')
    this.closed = new Promise((resolve) => socket.on('close', resolve))
    socket.on('error', () => {})
    socket.on('data', (chunk) => {
      this.text += chunk
      this.#changed()
    })
    socket.on('close', () => this.#changed())
  }

  /** Writes, and waits until the last bytes that came since are these. */
  async say(bytes: string, last: string): Promise<void> {
    const { length } = this.text
    this.socket.write(bytes)
    while (!this.text.slice(length).endsWith(last) && !this.socket.destroyed) {
      await new Promise<void>((resolve) => {
        this.#changed = resolve
      })
    }
  }
}

export type Play = (stage: Stage) => Promise<unknown>

/** A response at '/held' that is sent when the result of this is called. */
export function hold({ app }: Stage): () => void {
  let send = () => {}
  app.get('/held', (_req, res) => {
    send = () => void res.send('held')
  })
  return () => send()
}

/** Lets the event loop go round. */
export async function takeTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn++) await new Promise(setImmediate)
}

export async function play(start: Start, act: Play): Promise<{ log: string[]; seen: unknown }> {
  const stage = new Stage(start)
  try {
    const seen = await act(stage)
    // The last events of a response come after its bytes.
    await takeTurns(5)
    const isText = typeof seen === 'string'
    return { log: [...stage.log], seen: isText ? seen.replaceAll(/^Date: .*\r\n/gm, '') : seen }
  } finally {
    await stage.end()
  }
}
