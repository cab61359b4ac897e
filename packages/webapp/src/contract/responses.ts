import type { IncomingMessage, ServerResponse } from 'node:http'
import { kSendJsonText, type SendJsonText } from '../http/json-text.ts'
import { type CheckReturned, kCheckReturned } from '../http/web-response.ts'
import type { ContractDescription } from './contract-types.ts'
import {
  type Declared,
  type DeclaredBody,
  declareResponse,
  findHeadIssues,
} from './declared-response.ts'
import type { HeaderSource } from './header-source.ts'
import { environmentOf } from './refusal.ts'
import { findDeclared, report, sendChecked, type Watched } from './response-check.ts'
import { createReturnedCheck } from './returned-responses.ts'
import type { Serialize } from './serializer.ts'

type Next = (error?: unknown) => void
type JsonFunction = (this: JsonResponse, ...args: unknown[]) => unknown
type JsonResponse = ServerResponse & {
  json: JsonFunction
  jsonp?: JsonFunction
  [kWatched]?: Watched
  [kCheckReturned]?: CheckReturned
  readonly app?: { readonly settings?: Readonly<Record<string, unknown>> }
}

/** Starts to watch the members of one response that send values. */
type WatchResponse = (req: IncomingMessage, res: ServerResponse, next: Next) => void

/** Undefined if the contract describes no responses. */
export function createResponseWatch(description: ContractDescription): WatchResponse | undefined {
  const { responses, serialize = false, checkResponses } = description
  if (responses === undefined) return undefined
  const declared = new Map(
    Object.entries(responses).map(([status, given]) => {
      return [checkStatus(status), declareResponse(status, given, serialize)]
    }),
  )
  const hasSuccess = [...declared.keys()].some((status) => status.startsWith('2'))
  const hasHead = [...declared.values()].some(
    (each) => each.headers.length + each.cookies.length > 0,
  )
  return (req, res, next) => {
    const isChecked = checkResponses ?? environmentOf(req) !== 'production'
    const rules = { declared, hasSuccess, isChecked, serialize }
    let watched = (res as JsonResponse)[kWatched]
    if (watched !== undefined) {
      // The contracts of a request add up, as in its document. The nearest one decides.
      watched.rules.unshift(rules)
      watched.next = next
    } else if (isChecked || serialize) {
      watched = { rules: [rules], req, res, next, hasFailed: false }
      watch(watched, res as JsonResponse)
    }
    if (watched !== undefined && isChecked && hasHead) watchHead(watched, declared)
  }
}

function checkStatus(status: string): string {
  if (/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status)) return status
  throw new TypeError(
    `contract: responses takes status codes, 1XX to 5XX and default, got ${JSON.stringify(status)}`,
  )
}

const kWatched = Symbol('webapp.watched-response')

function watch(watched: Watched, res: JsonResponse): void {
  res[kWatched] = watched
  replace(watched, res, 'json')
  if (typeof res.jsonp === 'function') replace(watched, res, 'jsonp')
  res[kCheckReturned] = createReturnedCheck(watched)
}

function replace(watched: Watched, res: JsonResponse, name: 'json' | 'jsonp'): void {
  const original = res[name] as JsonFunction
  res[name] = function (this: JsonResponse, ...args) {
    // Error handlers send what they want.
    if (watched.hasFailed || args.length === 0) return original.apply(this, args)
    const at = bodyIndex(args)
    const given = args[1 - at]
    const sent = {
      status: typeof given === 'number' ? given : this.statusCode,
      body: args[at],
      head: this,
      usualType: 'application/json',
    }
    return sendChecked(watched, sent, (body, { pick, write } = NO_PICK) => {
      const text = write && args.length === 1 ? writeText(original, this, body, write) : undefined
      if (text !== undefined) return (original as OwnJson)[kSendJsonText]?.(this, text)
      args[at] = pick ? pick(body) : body
      return original.apply(this, args)
    })
  }
}

/** Older dialects take a status before or after the body. */
function bodyIndex(args: readonly unknown[]): 0 | 1 {
  return args.length > 1 && typeof args[1] !== 'number' && typeof args[0] === 'number' ? 1 : 0
}

/** `res.json` of a dialect, if no other function has replaced it. */
type OwnJson = JsonFunction & { readonly [kSendJsonText]?: SendJsonText }

const NO_PICK: Partial<DeclaredBody> = {}

/** The text of a body; undefined if `res.json` has to write it, with the settings of the application. */
function writeText(
  original: OwnJson,
  res: JsonResponse,
  body: unknown,
  write: Serialize,
): string | undefined {
  if (original[kSendJsonText] === undefined) return undefined
  const { settings = {} } = res.app ?? {}
  const isPlain = !settings['json replacer'] && !settings['json spaces'] && !settings['json escape']
  return isPlain ? write(body) : undefined
}

type WriteHead = (this: ServerResponse, ...args: unknown[]) => ServerResponse

/**
 * Reports header fields and cookies that do not fit, for every way to respond. The response is not
 * replaced: a handler may have sent a part of its body already when Node writes the head.
 */
function watchHead(watched: Watched, declared: ReadonlyMap<string, Declared>): void {
  const { res } = watched
  const original = res.writeHead as WriteHead
  const writeHead: WriteHead = function (...args) {
    const status = Number(args[0])
    const { found } = findDeclared(watched.rules, status)
    if (found === undefined || watched.hasFailed || !isOf(declared, found)) {
      return original.apply(this, args)
    }
    const head = headOf(this, args.at(-1))
    const check = (list: Declared['headers']) => {
      const issues = findHeadIssues(list, head)
      if (issues.length > 0) report(watched, status, issues)
    }
    check(found.headers)
    const result = original.apply(this, args)
    // Middleware for sessions adds its cookie in a writeHead of its own, which has just run.
    check(found.cookies)
    return result
  }
  res.writeHead = writeHead as ServerResponse['writeHead']
}

/** Another contract of the request reports its own responses. */
function isOf(declared: ReadonlyMap<string, Declared>, found: Declared): boolean {
  return [...declared.values()].includes(found)
}

/** The header fields of a response with those that `writeHead` adds. */
function headOf(res: ServerResponse, added: unknown): HeaderSource {
  return {
    getHeader: (name) => addedHeader(added, name.toLowerCase()) ?? res.getHeader(name),
  }
}

/** `writeHead` takes an object, a list of pairs, or a list of names and values in turn. */
function addedHeader(added: unknown, name: string): unknown {
  if (typeof added !== 'object' || added === null) return undefined
  const pairs = Array.isArray(added) ? pairUp(added) : Object.entries(added)
  const values = pairs.filter(([each]) => String(each).toLowerCase() === name)
  return values.length < 2 ? values[0]?.[1] : values.flatMap(([, value]) => value)
}

function pairUp(list: readonly unknown[]): (readonly unknown[])[] {
  if (Array.isArray(list[0])) return list as unknown[][]
  return list.flatMap((name, at) => (at % 2 === 0 ? [[name, list[at + 1]]] : []))
}
