import { Agent, type IncomingMessage, type RequestOptions, request } from 'node:http'

/** A request of the mix, and the status that it must get; 0 for those that we give up. */
interface Kind extends RequestOptions {
  readonly status: number
  readonly body?: string
}

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

/** Eight clients that ask for everything in turn; every third request has a connection of its own. */
export class Mix {
  /** How many requests were made. */
  count = 0
  /** Answers with another status than they should have. */
  readonly wrong: string[] = []
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true })
  #times: number[] = []

  constructor(port: number) {
    this.#port = port
  }

  /** Asks for so long, and until what was begun is answered. */
  async run(milliseconds: number): Promise<Times> {
    const end = performance.now() + milliseconds
    const clients = Array.from({ length: 8 }, async () => {
      while (performance.now() < end) await this.#askNext()
    })
    await Promise.all(clients)
    return this.#takeTimes()
  }

  stop(): void {
    this.#agent.destroy()
  }

  async #askNext(): Promise<void> {
    const turn = this.count++
    const kind = kinds[turn % kinds.length] as Kind
    const agent = turn % 3 === 0 ? false : this.#agent
    const began = performance.now()
    const status = await ask({ ...kind, host: '127.0.0.1', port: this.#port, agent })
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

/** The status of the answer; 0 for one that is given up as soon as it begins, or before. */
function ask({ status: wanted, body, ...options }: Kind): Promise<number | string> {
  return new Promise((resolve) => {
    const asked = request(options, (res) => {
      if (wanted === 0) leave()
      else void finish(res)
    })
    const leave = () => {
      asked.destroy()
      resolve(0)
    }
    const finish = async (res: IncomingMessage) => {
      for await (const _chunk of res);
      resolve(res.statusCode ?? 0)
    }
    asked.on('error', (error) => resolve(wanted === 0 ? 0 : String(error)))
    if (wanted !== 0 || body === undefined) asked.end(body)
    else asked.write(body, leave)
  })
}
