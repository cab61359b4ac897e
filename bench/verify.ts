import { request as send } from 'node:http'
import { buffer } from 'node:stream/consumers'
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
  scenario: Pick<Scenario, 'request' | 'answer'>,
  candidate: Pick<Candidate, 'answersLikeExpress'>,
): Promise<string[]> {
  const answer = await ask(origin, scenario.request)
  const wrong = compareAnswer(answer, scenario.answer)
  if (candidate.answersLikeExpress) wrong.push(...missingFromExpress(answer))
  return wrong
}

export function ask(origin: string, { path, method, headers, body }: LoadRequest): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = send(origin + path, { method, headers, agent: false }, (incoming) => {
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

function compareAnswer(answer: Answer, expected: ExpectedAnswer): string[] {
  const wrong: string[] = []
  const type = String(answer.headers['content-type'] ?? '')
  const body = answer.body.toString()
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
