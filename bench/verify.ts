import { once } from 'node:events'
import http from 'node:http'
import { connect } from 'node:http2'
import https from 'node:https'
import { buffer } from 'node:stream/consumers'
import { gunzipSync } from 'node:zlib'
import type { Candidate } from './candidate.ts'
import type { ExpectedAnswer, LoadRequest, Scenario } from './scenario.ts'

export interface Answer {
  readonly status: number
  readonly headers: Readonly<Record<string, string | string[] | undefined>>
  readonly body: Buffer
}

/** Asks once and says what is wrong with the answer; nothing when it is as expected. */
export async function verifyAnswer(
  origin: string,
  scenario: Pick<Scenario, 'request' | 'answer' | 'protocol'>,
  candidate: Pick<Candidate, 'answersLikeExpress'>,
): Promise<string[]> {
  const send = scenario.protocol === 'http2' ? askHttp2 : ask
  const answer = await send(origin, scenario.request)
  const wrong = compareAnswer(answer, scenario.answer)
  if (candidate.answersLikeExpress && !scenario.answer.hasOtherHeaders) {
    wrong.push(...missingFromExpress(answer))
  }
  return wrong
}

export function ask(origin: string, { path, method, headers, body }: LoadRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { request: send } = origin.startsWith('https:') ? https : http
    const options = { method, headers, agent: false, rejectUnauthorized: false }
    const outgoing = send(origin + path, options, (incoming) => {
      buffer(incoming).then(
        (content) =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers,
            body: content,
          }),
        reject,
      )
    })
    outgoing.once('error', reject)
    outgoing.end(body)
  })
}

async function askHttp2(origin: string, { path, method, headers }: LoadRequest): Promise<Answer> {
  const session = connect(origin, { rejectUnauthorized: false })
  try {
    const stream = session.request({ ':path': path, ':method': method, ...headers })
    const [received] = await once(stream, 'response')
    return { status: received[':status'], headers: received, body: await buffer(stream) }
  } finally {
    session.close()
  }
}

function compareAnswer(answer: Answer, expected: ExpectedAnswer): string[] {
  const wrong: string[] = []
  const type = String(answer.headers['content-type'] ?? '')
  const body = decode(answer).toString()
  if (answer.status !== expected.status) {
    wrong.push(`status ${answer.status} instead of ${expected.status}`)
  }
  if (expected.type !== undefined && !type.startsWith(expected.type)) {
    wrong.push(`content type '${type}' instead of '${expected.type}'`)
  }
  if (expected.body !== undefined && !isSame(body, expected.body)) {
    wrong.push(`body ${JSON.stringify(body.slice(0, 80))}`)
  }
  return wrong
}

/** A response to a client that accepts gzip. */
function decode({ body, headers }: Answer): Buffer {
  return headers['content-encoding'] === 'gzip' ? gunzipSync(body) : body
}

function isSame(body: string, expected: RegExp | string): boolean {
  return typeof expected === 'string' ? body === expected : expected.test(body)
}

/** Errors and files go without some of them in Express too, so this is for answers by `send`. */
function missingFromExpress({ headers, status }: Answer): string[] {
  const missing = ['x-powered-by', 'content-length'].filter((name) => !(name in headers))
  if (status === 200 && !('etag' in headers)) missing.push('etag')
  const type = String(headers['content-type'] ?? '')
  if (/^text|json/.test(type) && !/charset=/i.test(type)) missing.push('charset')
  return missing.map((name) => `no ${name}`)
}
