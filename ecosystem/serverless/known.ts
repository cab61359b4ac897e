import type { Kind } from './events.ts'

/** An intended difference between webapp/lambda and Express through another package. */
export interface Known {
  readonly package: string
  readonly kinds: readonly Kind[]
  readonly questions: readonly string[]
  /** `status`, `body`, `rejected`, or names of headers. */
  readonly parts: readonly string[]
  readonly reason: string
}

const HTTP = 'serverless-http'
const EXPRESS = '@codegenie/serverless-express'
const BODY = ['body', 'content-length', 'etag']
const LENGTH = ['content-length', 'etag']
const REPEATED = ['cookies and repeated headers']

export const known: readonly Known[] = [
  ...[HTTP, EXPRESS].flatMap((name): Known[] => [
    {
      package: name,
      kinds: ['a REST API'],
      questions: ['a request with parameters'],
      parts: BODY,
      reason:
        'REST APIs decode the query. webapp encodes a space as `+` in req.url, the others as `%20`. ' +
        'req.query is the same.',
    },
    {
      package: name,
      kinds: ['a REST API'],
      questions: ['HEAD'],
      parts: LENGTH,
      reason: 'The same, in the length of the body that is not sent.',
    },
    {
      package: name,
      kinds: ['a load balancer', 'a load balancer with lists'],
      questions: ['the network'],
      parts: BODY,
      reason:
        'webapp takes the address of the client and the protocol from the headers that the load balancer ' +
        'sets. The others know no address, and take every request for one of https.',
    },
  ]),
  {
    package: HTTP,
    kinds: ['a REST API', 'a load balancer with lists'],
    questions: REPEATED,
    parts: ['x-two'],
    reason: 'serverless-http sends the values of a repeated header, and all of them joined again.',
  },
  {
    package: HTTP,
    kinds: ['a load balancer'],
    questions: REPEATED,
    parts: ['set-cookie'],
    reason: 'Without lists of header values, serverless-http loses all cookies.',
  },
  {
    package: EXPRESS,
    kinds: ['a load balancer'],
    questions: REPEATED,
    parts: ['set-cookie', 'x-two'],
    reason: 'Without lists of header values, serverless-express sends the first of several.',
  },
  {
    package: EXPRESS,
    kinds: ['an HTTP API', 'a function URL'],
    questions: REPEATED,
    parts: ['x-two'],
    reason: 'serverless-express joins values with `,`; Node and webapp join them with `, `.',
  },
  {
    package: EXPRESS,
    kinds: ['a load balancer with lists'],
    questions: ['a request with parameters'],
    parts: BODY,
    reason: 'The same for the values of a request header.',
  },
  {
    package: EXPRESS,
    kinds: ['a load balancer with lists'],
    questions: ['HEAD'],
    parts: LENGTH,
    reason: 'The same, in the length of the body that is not sent.',
  },
  {
    package: EXPRESS,
    kinds: [
      'a REST API',
      'an HTTP API',
      'a function URL',
      'a load balancer',
      'a load balancer with lists',
    ],
    questions: ['a JSON body', 'a form', 'a binary body'],
    parts: BODY,
    reason: 'In serverless-express, the header Content-Length of a request is a number.',
  },
]
