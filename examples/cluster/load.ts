import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { type ClientHttp2Session, connect, constants } from 'node:http2'
import { text } from 'node:stream/consumers'
import { setTimeout as wait } from 'node:timers/promises'

type Send = () => Promise<number | string>

interface Target {
  readonly port: number
  /** Also send requests over HTTP/2, to this port. */
  readonly http2Port?: number
}

/** Eight clients that send requests until they are stopped, and count the results. */
export function startLoad({ port, http2Port }: Target) {
  const kept = [1, 2, 3, 4].map(() => new Agent({ keepAlive: true, maxSockets: 1 }))
  const [first, second, third, fourth] = kept
  const session = http2Port === undefined ? undefined : new Sessions(http2Port)
  const sends: Send[] = [
    () => send(port, 'GET', '/'),
    () => send(port, 'POST', '/echo'),
    () => send(port, 'GET', '/', first),
    () => send(port, 'POST', '/echo', second),
    () => send(port, 'GET', '/slow', third),
    async () => {
      await wait(50)
      return send(port, 'POST', '/echo', fourth)
    },
    session ? () => session.send('/') : () => send(port, 'GET', '/'),
    session ? () => session.send('/slow') : () => send(port, 'GET', '/slow'),
  ]
  const results = new Map<number | string, number>()
  const finished = sends.map(() => 0)
  let isOver = false
  const clients = sends.map(async (sendOne, index) => {
    while (!isOver) {
      const result = await sendOne()
      results.set(result, (results.get(result) ?? 0) + 1)
      finished[index] = (finished[index] ?? 0) + 1
    }
  })
  return {
    results,
    /** Resolves when each client has got a response to a request that it sent after this call. */
    async nextResponses() {
      const enough = finished.map((count) => count + 2) // One of them may be under way now.
      while (finished.some((count, index) => count < (enough[index] ?? 0))) await wait(5)
    },
    async stop() {
      isOver = true
      await Promise.all(clients)
      for (const agent of kept) agent.destroy()
      session?.close()
      return results
    },
  }
}

/**
 * In milliseconds, less than a closing server keeps idle connections. On a busy machine this process
 * may read a response so late that its connection counts as idle, and another request would be lost.
 */
const LATE = 400

/** Sends a request; resolves to 200, or to a description of the failure. */
function send(port: number, method: string, path: string, agent?: Agent) {
  const headers = method === 'POST' ? { 'Content-Type': 'application/json' } : {}
  const place = { host: '127.0.0.1', port, path, method, agent: agent ?? false, headers }
  const begin = performance.now()
  return new Promise<number | string>((resolve) => {
    const fail = (error: Error) =>
      resolve(`${error.message} (${method} ${path}${agent ? ', kept connection' : ''})`)
    const sent = request(place, (res) => {
      const { statusCode: status = 0 } = res
      text(res).then(() => {
        if (performance.now() - begin > LATE) agent?.destroy()
        resolve(status === 200 ? 200 : `${status} (${method} ${path})`)
      }, fail)
    })
    sent.on('error', fail)
    sent.end(method === 'POST' ? '{"a":1}' : undefined)
  })
}

/** An HTTP/2 client with one session at a time. */
class Sessions {
  readonly #url: string
  #session: ClientHttp2Session | undefined

  constructor(port: number) {
    this.#url = `http://127.0.0.1:${port}`
  }

  async send(path: string): Promise<number | string> {
    for (;;) {
      const result = await this.#sendOnce(path)
      if (result !== constants.NGHTTP2_REFUSED_STREAM) return result
      // The server did not process the request, so it is sent again (RFC 9113, section 8.7).
    }
  }

  async #sendOnce(path: string): Promise<number | string> {
    const stream = this.#open().request({ ':path': path })
    try {
      const [headers] = await once(stream, 'response')
      await text(stream)
      return headers[':status']
    } catch (error) {
      if (stream.rstCode === constants.NGHTTP2_REFUSED_STREAM) return stream.rstCode
      return `${(error as Error).message} (HTTP/2 ${path})`
    }
  }

  #open(): ClientHttp2Session {
    if (this.#session === undefined || this.#session.closed || this.#session.destroyed) {
      this.#session = connect(this.#url).on('error', () => {}) // Its streams fail.
    }
    return this.#session
  }

  close(): void {
    this.#session?.close()
  }
}
