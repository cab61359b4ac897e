import type { IncomingMessage } from 'node:http'
import { isSame } from '../records-server.ts'

/** Who may use the inspector: pages of its own, opened with its token, on this machine. */
export class Access {
  readonly #token: string
  readonly #hosts: readonly string[]

  constructor(token: string, port: number) {
    this.#token = token
    this.#hosts = [`127.0.0.1:${port}`, `localhost:${port}`]
  }

  /**
   * The path behind the token; `undefined` if the request is refused.
   *
   * A web site whose name resolves to 127.0.0.1 (DNS rebinding) sends its own name as `Host`.
   * Requests of other sites have another `Origin`, or `Sec-Fetch-Site: cross-site`.
   */
  pathOf({ method, url = '', headers }: IncomingMessage): string | undefined {
    const { host = '', origin } = headers
    if (!this.#hosts.includes(host)) return undefined
    if (origin !== undefined && !this.#hosts.some((each) => origin === `http://${each}`))
      return undefined
    // A browser sends an origin with everything that changes something.
    if (method !== 'GET' && method !== 'HEAD' && origin !== `http://${host}`) return undefined
    const site = headers['sec-fetch-site']
    if (site !== undefined && site !== 'same-origin' && site !== 'none') return undefined
    const [, token = '', ...rest] = (url.split('?')[0] ?? '').split('/')
    return isSame(token, this.#token) ? rest.join('/') : undefined
  }
}
