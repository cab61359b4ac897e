import type { IncomingHttpHeaders } from 'node:http'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { exchange } from '../support/exchange.ts'
import { type Link, startHttp2 } from '../support/http2.ts'
import { createSubject, type Exchange, exchangesOf } from './exchanges.ts'

interface Comparable {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly text: string
}

const host = 'api.example.test:8080'

/** What belongs to a connection of HTTP/1, or changes with time. */
const UNCOMPARED = new Set(['connection', 'date', 'keep-alive', 'transfer-encoding', 'upgrade'])

/** Answers without a body of their own: Node tells their length by HTTP/1, and ends the stream by HTTP/2. */
const WITHOUT_LENGTH = new Set(['/empty', '/none'])

describeDialects('an application', ['5.x', '4.x', '3.x'], (t) => {
  const { stackTraceLimit } = Error

  // Error pages show the stack, and that of a request by HTTP/2 has other names in it.
  beforeEach(() => {
    Error.stackTraceLimit = 0
  })

  afterEach(() => {
    Error.stackTraceLimit = stackTraceLimit
  })

  /** Asks both ways, and returns what differs. */
  async function differences(
    exchanges: readonly [path: string, exchange: Exchange][],
    byHttp2: (link: Link, path: string, asked: Exchange) => Promise<Comparable>,
  ): Promise<unknown[]> {
    const app = createSubject(t.dialect)
    t.app = app as never
    const link = await startHttp2(app)
    const port = await t.port()
    const different: unknown[] = []
    for (const [path, asked] of exchanges) {
      const first = await byHttp1(port, path, asked)
      const second = await byHttp2(link, path, asked)
      if (JSON.stringify(first) !== JSON.stringify(second)) {
        different.push({ path, asked, first, second })
      }
    }
    return different
  }

  it('gives by HTTP/2 the answers that it gives by HTTP/1', async () => {
    const exchanges = exchangesOf(t.dialect)
    expect(exchanges.length).toBeGreaterThan(100)
    expect(await differences(exchanges, ask)).toEqual([])
  })

  it('reads bodies of an unknown length alike', async () => {
    const exchanges = exchangesOf(t.dialect).filter(([, { body }]) => body !== undefined)
    expect(exchanges.length).toBeGreaterThan(10)
    const different = await differences(exchanges, (link, path, asked) =>
      ask(link, path, asked, {}),
    )
    expect(different).toEqual([])
  })
})

async function byHttp1(port: number, path: string, asked: Exchange): Promise<Comparable> {
  const answer = await exchange(port, path, { ...asked, headers: { host, ...asked.headers } })
  const { 'content-length': length, ...headers } = answer.headers
  const shown = WITHOUT_LENGTH.has(path) && length === '0' ? headers : answer.headers
  return comparable({ ...answer, headers: shown })
}

async function ask(
  link: Link,
  path: string,
  asked: Exchange,
  length: object = lengthOf(asked),
): Promise<Comparable> {
  const headers = { ':authority': host, ...length, ...asked.headers }
  return comparable(await link.ask(path, { ...asked, headers }))
}

function lengthOf({ body }: Exchange): object {
  return body === undefined ? {} : { 'content-length': Buffer.byteLength(body) }
}

function comparable(answer: {
  readonly status: number
  readonly headers: IncomingHttpHeaders | Record<string, unknown>
  readonly text: string
}): Comparable {
  const { status, headers, text } = answer
  const names = Object.keys(headers).filter((name) => !UNCOMPARED.has(name))
  const shown = names.sort().map((name) => [name, headers[name]])
  return { status, headers: Object.fromEntries(shown), text }
}
