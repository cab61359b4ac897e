import { type ClientHttp2Session, connect, constants } from 'node:http2'
import type { Kind } from './kind.ts'

const perSession = 100

/**
 * Asks by HTTP/2; every hundred requests share a session. One after the other: Node says goodbye
 * before it sends what was asked in the same turn, and the server refuses that.
 */
export class Http2Client {
  readonly #address: string
  #session: ClientHttp2Session | undefined
  #turn = 0

  constructor(port: number) {
    this.#address = `http://127.0.0.1:${port}`
  }

  /** The status of the answer; 0 for one that is given up as soon as it begins, or before. */
  ask({ status: wanted, body, path, method = 'GET', headers }: Kind): Promise<number | string> {
    return new Promise((resolve) => {
      const stream = this.#nextSession().request(
        { ...headers, ':path': path, ':method': method },
        { endStream: body === undefined },
      )
      const leave = () => {
        stream.close(constants.NGHTTP2_CANCEL)
        resolve(0)
      }
      stream.on('error', (error) => resolve(wanted === 0 ? 0 : String(error)))
      stream.once('response', ({ ':status': status = 0 }) => {
        if (wanted === 0) leave()
        else stream.once('end', () => resolve(status)).resume()
      })
      if (body === undefined) return
      if (wanted === 0) stream.write(body, leave)
      else stream.end(body)
    })
  }

  stop(): void {
    this.#session?.close()
  }

  #nextSession(): ClientHttp2Session {
    if (this.#turn++ % perSession === 0) {
      this.stop()
      this.#session = connect(this.#address)
    }
    return this.#session as ClientHttp2Session
  }
}
