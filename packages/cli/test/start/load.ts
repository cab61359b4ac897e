import { Agent, request } from 'node:http'

export interface LoadOptions {
  readonly url: string
  /** Clients that keep their connections, and clients that open one for each request. */
  readonly kept: number
  readonly fresh: number
}

/** A request without a complete response. */
export interface Failure {
  readonly reason: string
  /** The worker that has responded on the same connection before; none for a new connection. */
  readonly pid: number | undefined
  /** When the request began, as `performance.now()` tells. */
  readonly began: number
}

interface Client {
  readonly agent: Agent | undefined
  pid: number | undefined
}

/** Clients that send requests, GET and POST in turn, until they are stopped. */
export class Load {
  readonly failures: Failure[] = []
  requests = 0
  /** The longest time without a response, in milliseconds. */
  longestGap = 0
  readonly #url: string
  readonly #clients: Promise<void>[]
  readonly #waiting: { readonly count: number; readonly resolve: () => void }[] = []
  #last = performance.now()
  #isOver = false

  constructor({ url, kept, fresh }: LoadOptions) {
    this.#url = url
    const clients: Client[] = [
      ...Array.from({ length: kept }, () => new Agent({ keepAlive: true, maxSockets: 1 })),
      ...Array.from({ length: fresh }, () => undefined),
    ].map((agent) => ({ agent, pid: undefined }))
    this.#clients = clients.map((client) => this.#run(client))
  }

  /** Resolves when so many requests have been sent in all. */
  async reach(count: number): Promise<void> {
    if (this.requests >= count) return
    await new Promise<void>((resolve) => this.#waiting.push({ count, resolve }))
  }

  async stop(): Promise<void> {
    this.#isOver = true
    await Promise.all(this.#clients)
  }

  async #run(client: Client): Promise<void> {
    for (let turn = 0; !this.#isOver; turn++) {
      const began = performance.now()
      const { pid } = client
      try {
        client.pid = await send(this.#url, turn % 2 === 0, client.agent)
        this.longestGap = Math.max(this.longestGap, performance.now() - this.#last)
        this.#last = performance.now()
      } catch (error) {
        const reason = (error as NodeJS.ErrnoException).code ?? String(error)
        this.failures.push({ reason, pid: client.agent && pid, began })
      }
      this.requests++
      for (const { count, resolve } of this.#waiting) if (this.requests >= count) resolve()
    }
    client.agent?.destroy()
  }
}

/** Sends a request, and resolves to the process that responded. */
function send(url: string, isPost: boolean, agent: Agent | undefined): Promise<number> {
  return new Promise((resolve, reject) => {
    const method = isPost ? 'POST' : 'GET'
    const sent = request(url, { method, agent: agent ?? false }, (response) => {
      let text = ''
      response.setEncoding('utf8').on('data', (chunk) => {
        text += chunk
      })
      response.on('error', reject)
      response.on('end', () => {
        // A worker of a program that is being replaced announces the end of its connections.
        const { statusCode } = response
        if (statusCode !== 200) reject(new Error(`status ${statusCode}`))
        else resolve((JSON.parse(text) as { pid: number }).pid)
      })
    })
    sent.on('error', reject)
    sent.end(isPost ? 'abcd' : undefined)
  })
}
