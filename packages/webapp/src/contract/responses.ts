import type { IncomingMessage, ServerResponse } from 'node:http'
import { httpError } from '../errors/http-error.ts'
import { kSendJsonText, type SendJsonText } from '../http/json-text.ts'
import type {
  ContractDescription,
  ContractIssue,
  ContractResponse,
  StandardIssue,
  StandardResult,
} from '../types/shared/contract.ts'
import { compilePick, type Pick } from './pick.ts'
import { addIssues, environmentOf, formatIssue } from './refusal.ts'
import { createValidate, isSchema, type JsonSchema, toJsonSchema, type Validate } from './schema.ts'
import { compileSerialize, type Serialize } from './serializer.ts'

type Next = (error?: unknown) => void
type JsonFunction = (this: JsonResponse, ...args: unknown[]) => unknown
type JsonResponse = ServerResponse & {
  json: JsonFunction
  jsonp?: JsonFunction
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
      return [checkStatus(status), declare(status, given as object, serialize)]
    }),
  )
  return (req, res, next) => {
    const isChecked = checkResponses ?? environmentOf(req) !== 'production'
    if (!isChecked && !serialize) return
    const json = res as JsonResponse
    watch({ declared, req, res: json, next, isChecked, serialize, hasFailed: false })
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

function declare(status: string, given: object | undefined, serialize: boolean): Declared {
  const { body } = responseOf(given)
  if (body === undefined) return { validate: undefined, pick: undefined, write: undefined }
  const validate = createValidate(body, `responses[${status}]`)
  const json = serialize ? jsonSchemaOf(body) : undefined
  return { validate, pick: json && compilePick(json), write: json && compileSerialize(json) }
}

function jsonSchemaOf(schema: unknown): JsonSchema | undefined {
  try {
    return toJsonSchema(schema)
  } catch {
    return undefined // The schema has no equivalent in JSON Schema, so the library parses the body.
  }
}

/** A response whose bodies are checked. */
interface Watched {
  readonly declared: DeclaredByStatus
  readonly req: IncomingMessage
  readonly res: JsonResponse
  readonly next: Next
  readonly isChecked: boolean
  readonly serialize: boolean
  hasFailed: boolean
}

function watch(watched: Watched): void {
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
  const { isChecked } = watched
  const found = find(watched.declared, status)
  if (found?.validate === undefined) {
    const isMissing = found === undefined ? status >= 200 && status < 300 : body !== undefined
    if (!isChecked || !isMissing) return send(body)
    return fail(watched, status, [{ message: 'the contract has no body for this status' }])
  }
  const { validate, pick } = found
  if (!isChecked && pick !== undefined) return send(body, found)
  const proceed = (result: StandardResult<unknown>) => {
    if (result.issues) return fail(watched, status, result.issues)
    if (!watched.serialize) return send(body)
    return pick ? send(body, found) : send((result as { readonly value: unknown }).value)
  }
  const result = validate(body)
  if (!('then' in result)) return proceed(result)
  result.then(proceed).then(undefined, watched.next)
  return watched.res
}

function find(declared: DeclaredByStatus, status: number): Declared | undefined {
  const code = String(status)
  return declared.get(code) ?? declared.get(`${code[0]}XX`) ?? declared.get('default')
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
