import type { LambdaResult } from 'webapp/lambda'

/** What a client of API Gateway, a function URL or a load balancer gets for a result. */
export interface ClientView {
  readonly status: number
  readonly headers: Readonly<Record<string, readonly string[]>>
  readonly body: string
}

/** Headers that the platform sets itself. */
const OF_PLATFORM = new Set(['connection', 'keep-alive', 'transfer-encoding', 'date'])

/** Reads a result by the rules that AWS documents; the body is Latin-1, so that bytes can be compared. */
export function viewOf(result: Partial<LambdaResult>): ClientView {
  const { statusCode = 500, headers = {}, multiValueHeaders = {}, cookies = [] } = result
  const lists: Record<string, string[]> = {}
  const add = (name: string, value: string) => {
    const key = name.toLowerCase()
    if (OF_PLATFORM.has(key)) return
    lists[key] ??= []
    if (!lists[key].includes(value)) lists[key].push(value)
  }
  for (const [name, values] of Object.entries(multiValueHeaders)) {
    for (const value of values) add(name, String(value))
  }
  // "If you specify values for both, API Gateway merges them into a single list."
  for (const [name, value] of Object.entries(headers)) add(name, String(value))
  for (const cookie of cookies) add('set-cookie', cookie)
  const body = Buffer.from(result.body ?? '', result.isBase64Encoded ? 'base64' : 'utf8')
  return {
    status: statusCode,
    headers: Object.fromEntries(Object.entries(lists).sort(([a], [b]) => (a < b ? -1 : 1))),
    body: body.toString('latin1'),
  }
}
