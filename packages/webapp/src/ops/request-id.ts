import { randomUUID } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { inspect } from 'node:util'
import { checkOptionNames } from '../errors/option-names.ts'
import { recordRequestId, requestIdOf } from '../http/request-ids.ts'
import { deferHeader } from '../node/index.ts'
import type { OpsMiddleware, RequestIdOptions } from './ops-types.ts'

/** An id that is safe in a line of a log, a header and a URL. */
const SAFE = /^[\w.~:/+=@-]{1,128}$/

/** `traceparent` of W3C Trace Context: version, trace id, parent id and flags. */
const TRACE = /^(?!ff|00.{54})[\da-f]{2}-([\da-f]{32})-([\da-f]{16})-[\da-f]{2}(?:-.*)?$/

const TOKEN = /^[!#$%&'*+.^_`|~\w-]+$/

/** A request inside an application. */
interface IdentifiedRequest extends IncomingMessage {
  id?: unknown
  readonly app?: { get(name: string): unknown }
}

/** Creates middleware that gives each request an id. */
export function createRequestId(options: RequestIdOptions = {}): OpsMiddleware {
  checkOptionNames('requestId()', options, ['header', 'generate', 'trust'])
  const { header = 'X-Request-Id', generate = randomUUID as () => string, trust } = options
  if (typeof header !== 'string' || !TOKEN.test(header)) {
    throw new TypeError(`requestId(): header must be the name of a header, got ${inspect(header)}`)
  }
  if (typeof generate !== 'function') {
    throw new TypeError(`requestId(): generate must be a function, got ${inspect(generate)}`)
  }
  const isTrusted = trustBy(trust)
  const name = header.toLowerCase()
  // Another header may change what Node appends.
  const isPlain = name.startsWith('x-')
  return function requestId(req, res, next) {
    // A function of the program may return anything, such as a promise.
    const given = isTrusted(req) === true ? givenId(req, name) : undefined
    const id = given ?? generate(req)
    if (typeof id !== 'string' || id === '') {
      throw new TypeError(`requestId(): generate must return an id, got ${inspect(id)}`)
    }
    // A second `requestId` replaces the header of the first.
    if (isPlain && requestIdOf(req) === undefined && (generate === randomUUID || SAFE.test(id))) {
      deferHeader(res, [header, id], false)
    } else res.setHeader(header, id)
    ;(req as IdentifiedRequest).id = id
    recordRequestId(req, id)
    next()
  }
}

function trustBy(trust: RequestIdOptions['trust']): (req: IncomingMessage) => boolean {
  if (trust === undefined) return trustsPeer
  if (typeof trust === 'boolean') return () => trust
  if (typeof trust === 'function') return trust
  throw new TypeError(`requestId(): trust must be a boolean or a function, got ${inspect(trust)}`)
}

function trustsPeer(req: IdentifiedRequest): boolean {
  const trusts = req.app?.get('trust proxy fn')
  return typeof trusts === 'function' && trusts(req.socket?.remoteAddress, 0) === true
}

/** The id that a proxy has sent, else the trace id. */
function givenId({ headers }: IncomingMessage, name: string): string | undefined {
  const given = headers[name]
  if (typeof given === 'string' && SAFE.test(given)) return given
  const [, trace = '', parent = ''] = TRACE.exec(String(headers.traceparent)) ?? []
  return /[^0]/.test(trace) && /[^0]/.test(parent) ? trace : undefined
}
