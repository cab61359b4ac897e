import { request } from 'node:https'
import { setTimeout as wait } from 'node:timers/promises'
import { Client, type Response } from './client.ts'

/** A note that the service has acknowledged. It must never be lost. */
export interface Acknowledged {
  readonly id: string
  readonly title: string
  readonly owner: Client
}

export interface LoadReport {
  /** How often each kind of request got each response: `POST note 201` → 120. */
  readonly counts: Map<string, number>
  /** The first response or error of each kind that was not a success. */
  readonly failures: Map<string, string>
  readonly acknowledged: Acknowledged[]
  /** How sockets and event streams ended while they were in use: `socket 1001`, `events end`. */
  readonly endings: Map<string, number>
  /** The longest time between two successful requests of any client, in milliseconds. */
  readonly longestGap: number
  readonly seconds: number
}

interface Task {
  readonly label: string
  readonly isSuccess: (response: Response) => boolean
  send(): Promise<Response>
  /** Called with each success. */
  done?(response: Response): void
}

// A load that the test forgets ends by itself.
const MOST_REQUESTS = 40_000
const MOST_MS = 500_000
// A breath between the requests of a client: on a small machine the service needs the processor.
const PAUSE_MS = 5

const isOk = ({ status }: Response) => status === 200

/** People who read and write notes, log in, follow the feed and share presence, all at once. */
export class Load {
  readonly #port: number
  readonly #clients: Client[]
  readonly #name: string
  readonly #counts = new Map<string, number>()
  readonly #failures = new Map<string, string>()
  readonly #endings = new Map<string, number>()
  readonly #acknowledged: Acknowledged[] = []
  readonly #rounds: number[] = []
  readonly #streams: (() => void)[] = []
  readonly #began = performance.now()
  #running: Promise<void>[] = []
  #requests = 0
  #isOver = false
  #lastSuccess = performance.now()
  #longestGap = 0
  #serial = 0

  private constructor(port: number, name: string, clients: Client[]) {
    this.#port = port
    this.#name = name
    this.#clients = clients
  }

  /** Signs up so many people, each with a note, and starts the load. */
  static async start(port: number, name: string, people = 6): Promise<Load> {
    const clients = Array.from({ length: people }, (_, at) => new Client(port, `${name}${at}`))
    const load = new Load(port, name, clients)
    for (const client of clients) {
      await client.signUp()
      await load.#run(load.#createNote(client))
    }
    if (load.#failures.size > 0) throw new Error(describe(load.#failures))
    load.#running = clients.flatMap((client, at) => load.#behave(client, at))
    load.#running.push(load.#logIns())
    return load
  }

  get clients(): readonly Client[] {
    return this.#clients
  }

  get acknowledged(): readonly Acknowledged[] {
    return this.#acknowledged
  }

  count(label: string): number {
    return this.#counts.get(label) ?? 0
  }

  /** Resolves when each client has a response to a request that it sent after this call. */
  async nextResponses(): Promise<void> {
    const enough = this.#rounds.map((count) => count + 2) // One of them may be under way now.
    while (this.#rounds.some((count, at) => count < (enough[at] ?? 0))) {
      if (this.#isOver) throw new Error('the load has ended')
      await wait(5)
    }
  }

  /** Resolves when so many more requests of this kind had this result. */
  async more(label: string, count: number): Promise<void> {
    const enough = this.count(label) + count
    while (this.count(label) < enough) {
      if (this.#isOver) throw new Error(`the load has ended with ${this.count(label)} ${label}`)
      await wait(5)
    }
  }

  async stop(): Promise<LoadReport> {
    this.#isOver = true
    for (const end of this.#streams) end()
    await Promise.all(this.#running)
    for (const client of this.#clients) client.close()
    return {
      counts: this.#counts,
      failures: this.#failures,
      acknowledged: this.#acknowledged,
      endings: this.#endings,
      longestGap: Math.round(this.#longestGap),
      seconds: (performance.now() - this.#began) / 1000,
    }
  }

  /** What one person does: each does something else, and all of them write. */
  #behave(client: Client, at: number): Promise<void>[] {
    const reads: Task[] = [
      { label: 'GET notes', isSuccess: isOk, send: () => client.get('/api/v1/notes') },
      {
        label: 'GET page',
        isSuccess: isOk,
        send: () => client.get('/notes', { Accept: 'text/html' }),
      },
      {
        label: 'GET session',
        isSuccess: ({ status, body }) => status === 200 && body.includes(`"${client.name}"`),
        send: () => client.get('/api/v1/session'),
      },
    ]
    const read = reads[at % reads.length] as Task
    const tasks = [this.#repeat(() => read), this.#repeat(() => this.#createNote(client))]
    if (at % 2 === 0) tasks.push(this.#followFeed(client))
    else tasks.push(this.#joinPresence(client))
    return tasks
  }

  #createNote(owner: Client): Task {
    const title = `${this.#name} ${this.#serial++}`
    return {
      label: 'POST note',
      isSuccess: ({ status }) => status === 201,
      send: () => owner.post('/api/v1/notes', { title, body: `The text of *${title}*.` }),
      done: ({ body }) => this.#acknowledged.push({ id: JSON.parse(body).id, title, owner }),
    }
  }

  /** Logs in again and again, as a person with several browsers. */
  #logIns(): Promise<void> {
    const [owner] = this.#clients as [Client]
    return this.#repeat(() => {
      const visitor = new Client(this.#port, owner.name)
      return {
        label: 'POST session',
        isSuccess: ({ status }) => status === 201,
        send: () =>
          visitor.post('/api/v1/session', {
            name: owner.name,
            password: `${owner.name}'s password`,
          }),
        done: () => visitor.close(),
      }
    })
  }

  async #repeat(next: () => Task): Promise<void> {
    const at = this.#rounds.push(0) - 1
    while (!this.#isOver) {
      await this.#run(next())
      this.#rounds[at] = (this.#rounds[at] ?? 0) + 1
      await wait(PAUSE_MS)
    }
  }

  async #run({ label, isSuccess, send, done }: Task): Promise<void> {
    this.#bound()
    try {
      const response = await send()
      if (isSuccess(response)) {
        this.#note(label, `${response.status}`)
        done?.(response)
      } else this.#note(label, problemOf(response), response.body)
    } catch (error) {
      const { code = 'error', message } = error as NodeJS.ErrnoException
      this.#note(label, code, message)
    }
  }

  #bound(): void {
    this.#requests++
    const isEnough = this.#requests > MOST_REQUESTS || performance.now() - this.#began > MOST_MS
    if (isEnough) this.#isOver = true
  }

  #note(label: string, result: string, failure?: string): void {
    const key = `${label} ${result}`
    this.#counts.set(key, (this.#counts.get(key) ?? 0) + 1)
    if (failure !== undefined) {
      if (!this.#failures.has(key)) this.#failures.set(key, failure.slice(0, 500))
      return
    }
    if (!/^(GET|POST)/.test(label)) return
    const now = performance.now()
    this.#longestGap = Math.max(this.#longestGap, now - this.#lastSuccess)
    this.#lastSuccess = now
  }

  #noteEnding(key: string): void {
    this.#endings.set(key, (this.#endings.get(key) ?? 0) + 1)
  }

  /** Keeps an event stream open, and opens it again as a browser does. */
  async #followFeed(client: Client): Promise<void> {
    while (!this.#isOver) {
      this.#bound()
      await this.#follow(client)
      await wait(PAUSE_MS)
    }
  }

  #follow(client: Client): Promise<void> {
    return new Promise((resolve) => {
      const { connection } = client
      const headers = { ...(connection.headers as object), Accept: 'text/event-stream' }
      const sent = request({ ...connection, agent: false, path: '/events', headers })
      this.#streams.push(() => sent.destroy())
      const fail = (error: NodeJS.ErrnoException) => {
        if (!this.#isOver) this.#noteEnding(`events ${error.code}`)
        resolve()
      }
      sent.on('error', fail)
      sent.on('response', (res) => {
        let body = ''
        res.setEncoding('utf8').on('data', (text: string) => {
          const events = text.match(/^data:/gm)?.length ?? 0
          for (let at = 0; at < events; at++) this.#note('event', 'received')
          if (res.statusCode !== 200) body += text
        })
        res.on('error', fail)
        res.on('end', () => {
          if (res.statusCode !== 200) {
            const problem = problemOf({ status: res.statusCode ?? 0, headers: {}, body })
            this.#note('GET events', problem, body)
          } else if (!this.#isOver) this.#noteEnding('events end')
          resolve()
        })
        if (res.statusCode === 200) this.#note('GET events', '200')
      })
      sent.end()
    })
  }

  /** Keeps a socket of presence open on the first note of a person. */
  async #joinPresence(client: Client): Promise<void> {
    const note = this.#acknowledged.find((one) => one.owner === client)
    while (!this.#isOver) {
      this.#bound()
      await this.#join(client, `/notes/${note?.id}/presence`)
      await wait(PAUSE_MS)
    }
  }

  #join(client: Client, path: string): Promise<void> {
    return new Promise((resolve) => {
      const socket = client.openSocket(path)
      this.#streams.push(() => socket.terminate())
      socket.on('open', () => {
        this.#note('socket', 'open')
        socket.send('{"state":"viewing"}')
      })
      socket.on('message', () => this.#note('presence', 'received'))
      socket.on('unexpected-response', (_request, res) => {
        let body = ''
        res.setEncoding('utf8').on('data', (text: string) => {
          body += text
        })
        res.on('end', () => {
          const problem = problemOf({ status: res.statusCode ?? 0, headers: {}, body })
          this.#note('socket', problem, body)
          resolve()
        })
      })
      socket.on('error', (error: NodeJS.ErrnoException) => {
        if (!this.#isOver && socket.readyState !== socket.CLOSED)
          this.#noteEnding(`socket ${error.code}`)
      })
      socket.on('close', (code) => {
        if (!this.#isOver) this.#noteEnding(`socket ${code}`)
        resolve()
      })
    })
  }
}

/** The status and, for a response that explains itself, its code: `503 unavailable.redis`. */
function problemOf({ status, body }: Response): string {
  if (body.includes('</html>')) return body.includes('<h1') ? `${status} page` : `${status}`
  try {
    const { type, code } = JSON.parse(body) as Record<string, string | undefined>
    return `${status} ${code ?? type ?? ''}`.trim()
  } catch {
    return body.trim() === '' ? `${status}` : `${status} text`
  }
}

export function describe(failures: ReadonlyMap<string, string>): string {
  return [...failures].map(([label, text]) => `${label}: ${text}`).join('\n')
}
