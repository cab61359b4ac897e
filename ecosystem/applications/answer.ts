import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'

/** What a client sees of an answer, but for what no two answers share. */
export interface Answer {
  readonly asked: string
  readonly status: number | undefined
  /** In their order, as they were written. */
  readonly headers: readonly string[]
  readonly body: string
}

export interface Question {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
  /** Is the body, as JSON. */
  readonly json?: unknown
}

/** Asks with the plain client of Node, which adds nothing of its own. */
export async function ask(
  origin: string,
  path: string,
  { method = 'GET', headers = {}, body, json }: Question = {},
): Promise<Answer> {
  const sent = json === undefined ? body : JSON.stringify(json)
  const type: Record<string, string> =
    json === undefined ? {} : { 'content-type': 'application/json' }
  const question = request(origin + path, { method, headers: { ...type, ...headers } })
  question.end(sent)
  const [answer] = (await once(question, 'response')) as [IncomingMessage]
  return {
    asked: `${method} ${path}`,
    status: answer.statusCode,
    headers: headerLines(answer.rawHeaders),
    body: await text(answer),
  }
}

/** A path, and how it is asked for where that is not a plain GET. */
export type Step = readonly [path: string, question?: Question]

/** Asks one after the other. */
export async function askAll(origin: string, steps: readonly Step[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const [path, question] of steps) answers.push(await ask(origin, path, question))
  return answers
}

/** An answer without the parts of its body that differ with every run, nor their ETag. */
export function without(pattern: RegExp, answer: Answer): Answer {
  const body = answer.body.replace(pattern, '…')
  if (body === answer.body) return answer
  return { ...answer, body, headers: answer.headers.filter((line) => !line.startsWith('ETag: ')) }
}

export function headerOf(answer: Answer, name: string): string | undefined {
  const line = answer.headers.find((header) => header.toLowerCase().startsWith(`${name}: `))
  return line?.slice(name.length + 2)
}

function headerLines(raw: readonly string[]): string[] {
  const names = raw.filter((_, index) => index % 2 === 0)
  return (
    names
      .map((name, index) => `${name}: ${raw[2 * index + 1]}`)
      .filter((line) => !/^(?:Date|X-RateLimit-Reset): /.test(line))
      // The one header in which webapp says its own name (docs/differences.md).
      .map((line) => line.replace(/^(X-Powered-By): (?:Express|webapp)$/, '$1: the framework'))
  )
}
