import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { isThenable } from '../errors/callback-errors.ts'
import { httpError } from '../errors/http-error.ts'
import { toError } from '../errors/to-error.ts'
import { kSendJsonText, type SendJsonText } from '../http/json-text.ts'
import type {
  ContractDescription,
  ContractIssue,
  ContractResponse,
  StandardIssue,
  StandardResult,
} from './contract-types.ts'
import type { JsonSchema } from './json-schema.ts'
import { compilePick, type Pick } from './pick.ts'
import { addIssues, environmentOf, formatIssue } from './refusal.ts'
import { createValidate, isSchema, toJsonSchema, type Validate } from './schema.ts'
import { compileSerialize, type Serialize } from './serializer.ts'

type Next = (error?: unknown) => void
type JsonFunction = (this: JsonResponse, ...args: unknown[]) => unknown
type JsonResponse = ServerResponse & {
  json: JsonFunction
  jsonp?: JsonFunction
  [kWatched]?: Watched
  readonly app?: { readonly settings?: Readonly<Record<string, unknown>> }
}

/** A response that the contract describes. */
interface Declared {
  /** Undefined for a response without a body. */
  readonly validate: Validate | undefined
  /** Returns the members that the schema declares; undefined if only validation can tell. */
  readonly pick: Pick | undefined
  /** Writes the same members as JSON; undefined if `JSON.stringify` has to. */
  readonly write: Serialize | undefined
}

type DeclaredByStatus = ReadonlyMap<string, Declared>

/** Starts to watch `res.json` and `res.jsonp` of one response. */
type WatchResponse = (req: IncomingMessage, res: ServerResponse, next: Next) => void

/** Undefined if the contract describes no responses. */
export function createResponseWatch(description: ContractDescription): WatchResponse | undefined {
  const { responses, serialize = false, checkResponses } = description
  if (responses === undefined) return undefined
  const declared = new Map(
    Object.entries(responses).map(([status, given]) => {
      return [checkStatus(status), declare(status, given, serialize)]
    }),
  )
  const hasSuccess = [...declared.keys()].some((status) => status.startsWith('2'))
  return (req, res, next) => {
    const isChecked = checkResponses ?? environmentOf(req) !== 'production'
    const rules = { declared, hasSuccess, isChecked, serialize }
    const watched = (res as JsonResponse)[kWatched]
    if (watched !== undefined) {
      // The contracts of a request add up, as in its document. The nearest one decides.
      watched.rules.unshift(rules)
      watched.next = next
    } else if (isChecked || serialize) {
      watch({ rules: [rules], req, res: res as JsonResponse, next, hasFailed: false })
    }
  }
}

/** The schema and the details of a response, whichever of them a contract gives. */
export function responseOf(given: unknown): ContractResponse {
  if (isSchema(given)) return { body: given }
  return (given ?? {}) as ContractResponse
}

function checkStatus(status: string): string {
  if (/^(?:[1-5]\d\d|[1-5]XX|default)$/.test(status)) return status
  throw new TypeError(
    `contract: responses takes status codes, 1XX to 5XX and default, got ${JSON.stringify(status)}`,
  )
}

function declare(status: string, given: unknown, serialize: boolean): Declared {
  checkResponse(status, given)
  const { body } = responseOf(given)
  if (body === undefined) return { validate: undefined, pick: undefined, write: undefined }
  const validate = createValidate(body, `responses[${status}]`)
  const json = serialize ? jsonSchemaOf(body) : undefined
  return { validate, pick: json && compilePick(json), write: json && compileSerialize(json) }
}

const RESPONSE_FIELDS: readonly string[] = [
  'description',
  'body',
  'items',
  'contentType',
  'headers',
]

/** A schema that is not one would count as a response without a body, which nothing checks. */
function checkResponse(status: string, given: unknown): void {
  if (given === undefined || isSchema(given)) return
  const isKnown = (name: string) => RESPONSE_FIELDS.includes(name) || name.startsWith('x-')
  const isObject = typeof given === 'object' && given !== null && !Array.isArray(given)
  if (isObject && Object.keys(given).every(isKnown)) return
  throw new TypeError(
    `contract: responses[${status}] is neither a schema nor an object with ` +
      `${RESPONSE_FIELDS.join(', ')}, got ${inspect(given, { depth: 0 })}. Use a library with ` +
      'Standard Schema (zod, valibot, arktype), or Compile(schema) of typebox/compile.',
  )
}

function jsonSchemaOf(schema: unknown): JsonSchema | undefined {
  try {
    return toJsonSchema(schema)
  } catch {
    return undefined // The schema has no equivalent in JSON Schema, so the library parses the body.
  }
}

/** The rules of one contract for responses. */
interface Rules {
  readonly declared: DeclaredByStatus
  /** Whether it describes a successful response; a contract of middleware may describe errors alone. */
  readonly hasSuccess: boolean
  readonly isChecked: boolean
  readonly serialize: boolean
}

/** A response whose bodies are checked. */
interface Watched {
  /** Those of the nearest contract first. */
  readonly rules: Rules[]
  readonly req: IncomingMessage
  readonly res: JsonResponse
  /** That of the nearest contract. */
  next: Next
  hasFailed: boolean
}

const kWatched = Symbol('webapp.watched-response')

function watch(watched: Watched): void {
  watched.res[kWatched] = watched
  replace(watched, 'json')
  if (typeof watched.res.jsonp === 'function') replace(watched, 'jsonp')
}

function replace(watched: Watched, name: 'json' | 'jsonp'): void {
  const original = watched.res[name] as JsonFunction
  watched.res[name] = function (this: JsonResponse, ...args) {
    // Error handlers send what they want.
    if (watched.hasFailed || args.length === 0) return original.apply(this, args)
    const at = bodyIndex(args)
    const given = args[1 - at]
    const status = typeof given === 'number' ? given : this.statusCode
    return sendChecked(watched, status, args[at], (body, { pick, write } = NO_PICK) => {
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

type Picking = Partial<Declared>

const NO_PICK: Picking = {}

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

type Send = (body: unknown, picking?: Picking) => unknown

/** Sends a body if it fits its contract. */
function sendChecked(watched: Watched, status: number, body: unknown, send: Send): unknown {
  const { rules, found } = find(watched.rules, status)
  const isChecked = rules?.isChecked ?? false
  if (found?.validate === undefined) {
    const isMissing = found === undefined ? status >= 200 && status < 300 : body !== undefined
    if (!isChecked || !isMissing) return send(body)
    return fail(watched, status, [{ message: 'the contract has no body for this status' }])
  }
  const { validate, pick } = found
  const serialize = rules?.serialize ?? false
  if (!isChecked && !serialize) return send(body)
  if (!isChecked && pick !== undefined) return send(body, found)
  const proceed = (result: StandardResult<unknown>) => {
    if (result.issues) return fail(watched, status, result.issues)
    if (!serialize) return send(body)
    return pick ? send(body, found) : send((result as { readonly value: unknown }).value)
  }
  const result = validate(body)
  if (!isThenable(result)) return proceed(result)
  result.then(proceed).then(undefined, (error: unknown) => {
    watched.next(toError(error, 'A schema rejected with'))
  })
  return watched.res
}

interface Found {
  readonly found?: Declared | undefined
  /** The contract that decides; undefined if none says anything about the status. */
  readonly rules?: Rules | undefined
}

/** The response of a status: by its code, then by its range, then by default. */
function find(all: readonly Rules[], status: number): Found {
  const code = String(status)
  return (
    findIn(all, code) ??
    findIn(all, `${code[0]}XX`) ??
    findIn(all, 'default') ?? {
      rules: all.find(({ hasSuccess, isChecked }) => hasSuccess && isChecked),
    }
  )
}

function findIn(all: readonly Rules[], key: string): Found | undefined {
  for (const rules of all) {
    const found = rules.declared.get(key)
    if (found !== undefined) return { found, rules }
  }
  return undefined
}

/** Reports the issues on the console, for the developer, and responds with 500. */
function fail(watched: Watched, status: number, found: readonly StandardIssue[]): unknown {
  const { req, res, next } = watched
  const issues: ContractIssue[] = []
  addIssues(issues, 'response', found)
  watched.hasFailed = true
  const { originalUrl = req.url } = req as { originalUrl?: string; url?: string }
  const [path = ''] = String(originalUrl).split('?', 1)
  const lines = issues.map((issue) => `  ${formatIssue(issue)}`)
  const message = `The response ${status} of ${req.method} ${path} does not fit its contract`
  console.error([`${message}:`, ...lines].join('\n'))
  next(httpError(500, message, { type: 'contract.response', issues }))
  return res
}
