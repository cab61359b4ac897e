import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

const FUNCTION = 'arn:aws:lambda:eu-west-1:123456789012:function:test'

/** What a function sends for an invocation: `body` is a stream while the function still writes. */
export interface Outcome {
  readonly path: string
  readonly body: IncomingMessage
}

/**
 * The Runtime API of AWS Lambda, over HTTP as AWS documents it: a runtime asks for the next invocation,
 * and posts its response or its error.
 */
export class RuntimeApi {
  readonly #server = createServer((req, res) => this.#handle(req, res))
  readonly #waiting: ((event: object) => void)[] = []
  readonly #events: object[] = []
  readonly #outcomes = new Map<string, (outcome: Outcome) => void>()
  #count = 0

  async listen(): Promise<string> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return `127.0.0.1:${(this.#server.address() as AddressInfo).port}`
  }

  close(): void {
    this.#server.close()
    this.#server.closeAllConnections()
  }

  /** Resolves when the function begins to respond. */
  invoke(event: object): Promise<Outcome> {
    const id = `r-${++this.#count}`
    return new Promise((resolve) => {
      this.#outcomes.set(id, resolve)
      const deliver = this.#waiting.shift()
      const invocation = { id, event }
      if (deliver) deliver(invocation)
      else this.#events.push(invocation)
    })
  }

  #handle(req: IncomingMessage, res: ServerResponse): void {
    const path = (req.url ?? '').replace('/2018-06-01/runtime/', '')
    if (path === 'invocation/next') {
      const event = this.#events.shift()
      const deliver = (one: object) => sendInvocation(res, one as Invocation)
      if (event) deliver(event)
      else this.#waiting.push(deliver)
      return
    }
    const [, id = '', kind = path] = /^invocation\/([^/]+)\/(\w+)$/.exec(path) ?? []
    req.once('end', () => res.writeHead(202).end())
    this.#outcomes.get(id)?.({ path: kind, body: req })
  }
}

interface Invocation {
  readonly id: string
  readonly event: object
}

function sendInvocation(res: ServerResponse, { id, event }: Invocation): void {
  res.writeHead(200, {
    'Content-Type': 'application/json',
    'Lambda-Runtime-Aws-Request-Id': id,
    'Lambda-Runtime-Deadline-Ms': String(Date.now() + 60_000),
    'Lambda-Runtime-Invoked-Function-Arn': FUNCTION,
    'Lambda-Runtime-Trace-Id': 'Root=1-5bef4de7-ad49b0e87f6ef6c87fc2e700',
  })
  res.end(JSON.stringify(event))
}
