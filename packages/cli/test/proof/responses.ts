import { request as send } from 'node:http'
import type { Case, Request } from './cases.ts'

/** A response in a form that can be compared. */
export interface Response {
  readonly status: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

interface Answer {
  readonly status: string
  readonly headers: object
  readonly body: string
}

export interface Difference {
  /** The request. */
  readonly line: string
  readonly text: string
  /** Why it is meant; `undefined` for a wrong response. */
  readonly reason: string | undefined
}

/** A response may wait for a compiler. */
const RESPONSE_LIMIT = 30_000

/** Headers that belong to the connection or the time. */
const LEFT_OUT = new Set(['date', 'connection', 'keep-alive', 'last-modified', 'x-ratelimit-reset'])

/** Names the framework, unless a program turns it off. */
const POWERED_BY = 'x-powered-by'

/** Sends the requests of a case one after the other. */
export async function sendAll(
  each: Case,
  [port, other]: readonly [number, number],
): Promise<Response[]> {
  const responses: Response[] = []
  for (const request of each.requests) {
    const { status, headers, body } = await askUntil(toRequest(request), port)
    const clean = (text: string) =>
      normalize(each, text).replaceAll(String(port), '(port)').replaceAll(String(other), '(port)')
    const kept = Object.entries(headers).filter(([name]) => !LEFT_OUT.has(name))
    responses.push({
      status: clean(status),
      headers: Object.fromEntries(
        kept.map(([name, value]) => [name, name === POWERED_BY ? '(any)' : clean(String(value))]),
      ),
      body: clean(body),
    })
  }
  return responses
}

export function compare(
  each: Case,
  before: readonly Response[],
  after: readonly Response[],
): Difference[] {
  return each.requests.flatMap((request, at) => {
    const { line } = toRequest(request)
    const text = describe(before[at], after[at])
    if (text === '') return []
    return [{ line, text, reason: each.explained?.[line] ?? reasonOf(line, text) }]
  })
}

function toRequest(request: Request | string): Request {
  return typeof request === 'string' ? { line: request } : request
}

/** A mail, for example, arrives a moment after the start. */
async function askUntil(request: Request, port: number): Promise<Answer> {
  const { line, until } = request
  for (let tries = 0; tries < 200; tries++) {
    const answer = await ask(request, port)
    if (until === undefined || answer.body.includes(until)) return answer
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`${line}: no response contains ${until}`)
}

function ask({ line, headers = {}, body }: Request, port: number): Promise<Answer> {
  const [method, path] = line.split(' ')
  return new Promise((resolve, reject) => {
    const sent = send(
      { port, host: '127.0.0.1', method, path, headers, agent: false },
      (answer) => {
        const chunks: Buffer[] = []
        answer.on('data', (chunk: Buffer) => chunks.push(chunk))
        answer.on('error', reject)
        answer.on('end', () => {
          const status = `${answer.statusCode} ${answer.statusMessage}`
          resolve({
            status,
            headers: answer.headers,
            body: Buffer.concat(chunks).toString('latin1'),
          })
        })
      },
    )
    sent.setTimeout(RESPONSE_LIMIT, () => sent.destroy(new Error(`${line}: no response for 30 s`)))
    sent.on('error', reject)
    sent.end(body)
  })
}

function normalize({ volatile = [] }: Case, text: string): string {
  let clean = text.replace(/webapp-proof-\w+\/(?:original|migrated)/g, '(folder)')
  for (const pattern of volatile) clean = clean.replace(pattern, '(any)')
  return clean
}

/** The differences as lines; empty if there are none. */
function describe(before: Response | undefined, after: Response | undefined): string {
  if (before === undefined || after === undefined) return 'no response'
  const lines: string[] = []
  const note = (what: string, one: string | undefined, other: string | undefined) => {
    if (one !== other) lines.push(`  ${what}: ${shorten(one)} → ${shorten(other)}`)
  }
  note('status', before.status, after.status)
  const hasVolatileBody = /\((?:any|port|folder)\)/.test(before.body)
  for (const name of new Set([...Object.keys(before.headers), ...Object.keys(after.headers)])) {
    // The length and the hash of a body with volatile parts differ with them.
    if (hasVolatileBody && (name === 'etag' || name === 'content-length')) continue
    note(name, before.headers[name], after.headers[name])
  }
  note('body', before.body, after.body)
  return lines.join('\n')
}

function shorten(text: string | undefined): string {
  return text === undefined ? '(none)' : JSON.stringify(text.slice(0, 400))
}

/** The row of docs/dialects.md that says why all the lines of a difference are meant. */
function reasonOf(line: string, text: string): string | undefined {
  if (line.startsWith('OPTIONS ') && text.startsWith('  allow: ')) return 'D-015'
  const reasons = text.split('\n').map((each) => {
    const [, one, other] = /^ {2}content-type: "(.*)" → "(.*)"$/.exec(each) ?? []
    if (one === undefined) return undefined
    if (one.replace('UTF-8', 'utf-8') === other) return 'D-083'
    return one.startsWith('application/javascript') && other?.startsWith('text/javascript')
      ? 'D-043'
      : undefined
  })
  return reasons.includes(undefined) ? undefined : reasons[0]
}
