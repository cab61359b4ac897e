import { Http1Client } from './http1-client.ts'
import { Http2Client } from './http2-client.ts'
import type { Kind } from './kind.ts'

const json = { 'Content-Type': 'application/json' }
const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

const kinds: readonly Kind[] = [
  { path: '/', status: 200 },
  { path: '/users/1?a=b&c[d]=e', status: 200 },
  { path: '/static/small.txt', status: 200 },
  { path: '/static/small.txt', headers: { Range: 'bytes=0-1' }, status: 206 },
  { path: '/json', method: 'POST', headers: json, body: '{"a":[1,2,{"b":"c"}]}', status: 200 },
  { path: '/json', method: 'POST', headers: json, body: '{', status: 400 },
  { path: '/form', method: 'POST', headers: form, body: 'a=b&c=d', status: 200 },
  { path: '/redirect', status: 302 },
  { path: '/nowhere', status: 404 },
  { path: '/users/%zz', status: 400 },
  { path: '/fail', status: 503 },
  { path: '/file', status: 0 },
  { path: '/pipeline', status: 0 },
  // Half of a body, and then nothing.
  {
    path: '/json',
    method: 'POST',
    headers: { ...json, 'Content-Length': 1000 },
    body: '{"a":',
    status: 0,
  },
]

/** Milliseconds that requests took. */
interface Times {
  readonly p50: number
  readonly p99: number
}

/** Where the server listens. */
export interface Ports {
  readonly http1: number
  readonly http2: number
}

/** Eight clients that ask for everything in turn; every fifth request goes by HTTP/2. */
export class Mix {
  /** How many requests were made. */
  count = 0
  /** Answers with another status than they should have. */
  readonly wrong: string[] = []
  readonly #http1: Http1Client
  readonly #http2: readonly Http2Client[]
  #times: number[] = []

  constructor({ http1, http2 }: Ports) {
    this.#http1 = new Http1Client(http1)
    this.#http2 = Array.from({ length: 8 }, () => new Http2Client(http2))
  }

  /** Asks for so long, and until what was begun is answered. */
  async run(milliseconds: number): Promise<Times> {
    const end = performance.now() + milliseconds
    const clients = this.#http2.map(async (client) => {
      while (performance.now() < end) await this.#askNext(client)
    })
    await Promise.all(clients)
    return this.#takeTimes()
  }

  stop(): void {
    this.#http1.stop()
    for (const client of this.#http2) client.stop()
  }

  async #askNext(http2: Http2Client): Promise<void> {
    const turn = this.count++
    const kind = kinds[turn % kinds.length] as Kind
    const client = turn % 5 === 0 ? http2 : this.#http1
    const began = performance.now()
    const status = await client.ask(kind)
    if (status !== kind.status) this.wrong.push(`${kind.method ?? 'GET'} ${kind.path}: ${status}`)
    if (kind.status !== 0) this.#times.push(performance.now() - began)
  }

  #takeTimes(): Times {
    const sorted = this.#times.sort((a, b) => a - b)
    this.#times = []
    const at = (part: number) => sorted[Math.floor(sorted.length * part)] ?? 0
    return { p50: at(0.5), p99: at(0.99) }
  }
}
