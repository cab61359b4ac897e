import {
  balancerEvent,
  balancerListEvent,
  functionUrlEvent,
  httpEvent,
  restEvent,
} from '../../tools/lambda/events.ts'

const { requestContext } = httpEvent

export const kinds = {
  'a REST API': restEvent,
  'an HTTP API': {
    ...httpEvent,
    rawPath: '/pets/7',
    requestContext: { ...requestContext, stage: '$default' },
  },
  'an HTTP API with a named stage': httpEvent,
  'a function URL': functionUrlEvent,
  'a load balancer': balancerEvent,
  'a load balancer with lists': balancerListEvent,
}

export type Kind = keyof typeof kinds

/** What differs between the events of one kind. */
export interface Question {
  readonly method?: string
  readonly path?: string
  readonly type?: string
  readonly body?: string
  readonly isBase64Encoded?: boolean
}

/** A new event of a kind: some packages change the events that they get. */
export function eventOf(kind: Kind, question: Question): object {
  const event = structuredClone(kinds[kind]) as Record<string, unknown>
  const { method = 'GET', path, type, body, isBase64Encoded = false } = question
  setRequest(event, method, path)
  if (type !== undefined) setHeader(event, 'content-type', type)
  if (body === undefined) return event
  setHeader(
    event,
    'content-length',
    String(Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8').length),
  )
  return Object.assign(event, { body, isBase64Encoded })
}

function setRequest(event: Record<string, unknown>, method: string, path?: string): void {
  const { requestContext } = event as {
    requestContext: { http?: { method: string; path: string }; stage?: string; path?: string }
  }
  if (requestContext.http === undefined) {
    event.httpMethod = method
    if (path === undefined) return
    if (requestContext.path !== undefined) requestContext.path = `/prod${path}`
    if ('pathParameters' in event) event.pathParameters = { proxy: path.slice(1) }
    Object.assign(event, { path }, withoutQuery(event))
    return
  }
  requestContext.http.method = method
  if (path === undefined) return
  const stage = requestContext.stage === 'prod' ? '/prod' : ''
  requestContext.http.path = stage + path
  Object.assign(event, { rawPath: stage + path, rawQueryString: '' }, withoutQuery(event))
}

function withoutQuery(event: object): object {
  const names = ['queryStringParameters', 'multiValueQueryStringParameters']
  return Object.fromEntries(names.filter((name) => name in event).map((name) => [name, null]))
}

function setHeader(event: Record<string, unknown>, name: string, value: string): void {
  const { headers, multiValueHeaders } = event as {
    headers?: Record<string, string>
    multiValueHeaders?: Record<string, string[]>
  }
  if (headers) headers[name] = value
  if (multiValueHeaders) multiValueHeaders[name] = [value]
}
