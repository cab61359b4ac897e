import { request as httpRequest, type IncomingHttpHeaders, type Server } from 'node:http'
import { text } from 'node:stream/consumers'
import { inspect } from 'node:util'
import type { App } from '../harness/express.ts'
import { addressOf, startServer, stopServer } from '../harness/run.ts'

type Headers = Record<string, string>

/** The functions by which a program of the ledger sends requests to its application. */
export interface Client {
  get(path: string, headers?: Headers): Promise<Reply>
  post(path: string, headers: Headers, body: string | Buffer): Promise<Reply>
  request(method: string, path: string, headers?: Headers): Promise<Reply>
}

/** Runs `work` with a client of the application, which listens from the first request on. */
export async function withClient(app: App, work: (client: Client) => unknown): Promise<void> {
  let server: Promise<Server> | undefined
  const send = async (method: string, path: string, headers?: Headers, body?: string | Buffer) => {
    server ??= startServer(app, 'app.listen')
    return exchange({ ...addressOf(await server), method, path, headers }, body)
  }
  try {
    await work({
      get: (path, headers) => send('GET', path, headers),
      post: (path, headers, body) => send('POST', path, headers, body),
      request: (method, path, headers) => send(method, path, headers),
    })
  } finally {
    if (server) await stopServer(await server)
  }
}

/** A response that prints as its status and body, or as the message of an error page. */
class Reply {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: string

  constructor(status: number, headers: IncomingHttpHeaders, body: string) {
    this.status = status
    this.headers = headers
    this.body = body
  }

  [inspect.custom](): string {
    const [, message = this.body] = /^<!DOCTYPE html>.*<pre>(.*)<\/pre>/s.exec(this.body) ?? []
    return `${this.status} ${message}`.trim()
  }
}

function exchange(target: object, body?: string | Buffer): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const sent = httpRequest({ ...target, agent: false })
    sent.once('error', reject)
    sent.once('response', (response) => {
      const { statusCode = 0, headers } = response
      text(response).then((content) => resolve(new Reply(statusCode, headers, content)), reject)
    })
    sent.end(body)
  })
}
