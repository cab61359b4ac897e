import type { IncomingMessage, ServerResponse } from 'node:http'
import { isThenable } from '../errors/callback-errors.ts'
import { httpError } from '../errors/http-error.ts'
import { toError } from '../errors/to-error.ts'
import { readMediaType } from './body-input.ts'
import type { ContractIssue, StandardIssue, StandardResult } from './contract-types.ts'
import { type Declared, type DeclaredBody, findHeadIssues } from './declared-response.ts'
import type { HeaderSource } from './header-source.ts'
import { addIssues, formatIssue } from './refusal.ts'

/** The rules of one contract for responses. */
export interface Rules {
  readonly declared: ReadonlyMap<string, Declared>
  /** Whether it describes a successful response; a contract of middleware may describe errors alone. */
  readonly hasSuccess: boolean
  readonly isChecked: boolean
  readonly serialize: boolean
}

/** A response that is checked. */
export interface Watched {
  /** Those of the nearest contract first. */
  readonly rules: Rules[]
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** That of the nearest contract. */
  next(error?: unknown): void
  hasFailed: boolean
}

/** What a handler sends. */
export interface Sent {
  readonly status: number
  readonly body: unknown
  readonly head: HeaderSource
  /** The media type of a response whose head has none. */
  readonly usualType: string
}

/** The media type of a response. */
export function sentTypeOf({ head, usualType }: Sent): string {
  const header = head.getHeader('Content-Type')
  return header === undefined ? usualType : readMediaType(String(header))
}

type Send = (body: unknown, declared?: Partial<DeclaredBody>) => unknown

/** Calls `send` with a body if it fits its contract. */
export function sendChecked(watched: Watched, sent: Sent, send: Send): unknown {
  const { status, body } = sent
  const { rules, found } = findDeclared(watched.rules, status)
  const { isChecked = false, serialize = false } = rules ?? {}
  const declared = found && bodyFor(found, sent)
  if (isChecked) {
    const issues = found ? issuesOf(found, sent, declared) : missing(status)
    if (issues.length > 0) return fail(watched, status, issues)
  }
  if (declared === undefined || (!isChecked && !serialize)) return send(body)
  const { validate, pick } = declared
  if (!isChecked && pick !== undefined) return send(body, declared)
  const proceed = (result: StandardResult<unknown>) => {
    if (result.issues) return fail(watched, status, result.issues)
    if (!serialize) return send(body)
    return pick ? send(body, declared) : send((result as { readonly value: unknown }).value)
  }
  const result = validate(body)
  if (!isThenable(result)) return proceed(result)
  result.then(proceed).then(undefined, (error: unknown) => {
    watched.next(toError(error, 'A schema rejected with'))
  })
  return watched.res
}

/** The body that a contract describes for a media type. */
export function bodyFor(
  { bodies, isUntyped, only }: Declared,
  sent: Sent,
): DeclaredBody | undefined {
  return isUntyped ? only : bodies.get(sentTypeOf(sent))
}

/** What is wrong besides the value of the body. */
function issuesOf(
  found: Declared,
  sent: Sent,
  declared: DeclaredBody | undefined,
): readonly StandardIssue[] {
  if (!found.isUntyped && !found.bodies.has(sentTypeOf(sent)))
    return wrongType(found, sentTypeOf(sent))
  if (declared === undefined && sent.body !== undefined) return NO_BODY
  return headerIssues(found, sent)
}

function headerIssues(found: Declared, { head }: Sent): readonly StandardIssue[] {
  return found.headers.length > 0 ? findHeadIssues(found.headers, head) : NONE
}

const NONE: readonly StandardIssue[] = []
const NO_BODY: readonly StandardIssue[] = [{ message: 'the contract has no body for this status' }]

/** A contract of successful responses has to describe all of them. */
function missing(status: number): readonly StandardIssue[] {
  return status >= 200 && status < 300 ? NO_BODY : NONE
}

/** What is wrong with a response whose body is not a value that a schema takes. */
export function findUnreadIssues(
  found: Declared | undefined,
  sent: Sent,
): readonly StandardIssue[] {
  return found === undefined ? missing(sent.status) : headerIssues(found, sent)
}

/** Whether a contract describes a body of a media type; any type of JSON stands for the others. */
export function takesType({ bodies, isUntyped }: Declared, type: string): boolean {
  if (bodies.has(type)) return true
  return isUntyped && isJson(type) && [...bodies.keys()].some(isJson)
}

export function isJson(type: string): boolean {
  return type === 'application/json' || type.endsWith('+json')
}

/** The issue of a body whose media type the contract does not have. */
export function wrongType({ bodies }: Declared, type: string): readonly StandardIssue[] {
  if (bodies.size === 0) return NO_BODY
  const types = [...bodies.keys()].join(' or ')
  return [{ message: `the contract has ${types} for this status, not ${type || 'no media type'}` }]
}

interface Found {
  readonly found?: Declared | undefined
  /** The contract that decides; undefined if none says anything about the status. */
  readonly rules?: Rules | undefined
}

/** The response of a status: by its code, then by its range, then by default. */
export function findDeclared(all: readonly Rules[], status: number): Found {
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
export function fail(
  watched: Watched,
  status: number,
  found: readonly StandardIssue[],
): ServerResponse {
  watched.hasFailed = true
  const { message, issues } = report(watched, status, found)
  watched.next(httpError(500, message, { type: 'contract.response', issues }))
  return watched.res
}

/** Writes the issues of a response to the console. */
export function report({ req }: Watched, status: number, found: readonly StandardIssue[]) {
  const issues: ContractIssue[] = []
  addIssues(issues, 'response', found)
  const { originalUrl = req.url } = req as { originalUrl?: string; url?: string }
  const [path = ''] = String(originalUrl).split('?', 1)
  const lines = issues.map((issue) => `  ${formatIssue(issue)}`)
  const message = `The response ${status} of ${req.method} ${path} does not fit its contract`
  console.error([`${message}:`, ...lines].join('\n'))
  return { message, issues }
}
