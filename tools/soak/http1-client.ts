import { Agent, type IncomingMessage, request } from 'node:http'
import type { Kind } from './kind.ts'

/** Asks by HTTP/1; every third request has a connection of its own. */
export class Http1Client {
  readonly #port: number
  readonly #agent = new Agent({ keepAlive: true })
  #turn = 0

  constructor(port: number) {
    this.#port = port
  }

  /** The status of the answer; 0 for one that is given up as soon as it begins, or before. */
  ask({ status: wanted, body, ...rest }: Kind): Promise<number | string> {
    const agent = this.#turn++ % 3 === 0 ? false : this.#agent
    const options = { ...rest, host: '127.0.0.1', port: this.#port, agent }
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

  stop(): void {
    this.#agent.destroy()
  }
}
