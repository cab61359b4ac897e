import type { IncomingMessage, ServerResponse } from 'node:http'
import statuses from 'statuses'
import { type HttpError, httpError, isErrorStatus } from '../errors/http-error.ts'
import { requestIdOf } from '../http/request-ids.ts'
import { lateAccepts } from '../runtime/late-packages.ts'
import type {
  ContractIssue,
  ProblemDetails,
  ProblemDetailsOptions,
  StandardIssue,
} from './contract-types.ts'
import { PROBLEM_TYPE } from './problem-schema.ts'

type Next = (error?: unknown) => void

/** Limits for the issues in a response: a request may have a million wrong values. */
const MOST_ISSUES = 100
const LONGEST_TEXT = 300
const LONGEST_PATH = 32
const SUMMARIZED = 5

/** The error for a request that does not fit its contract. */
export function refuse(issues: readonly ContractIssue[]): HttpError {
  const shown = issues.slice(0, SUMMARIZED).map(formatIssue)
  const rest = issues.length - shown.length
  if (rest > 0) shown.push(`and ${rest} more`)
  const message = `The request does not fit its contract: ${shown.join('; ')}`
  return httpError(400, message, { type: 'contract.refused', issues })
}

export function formatIssue({ location, path, message }: ContractIssue): string {
  return `${[location, ...path].join('.')}: ${message}`
}

/** Adds the issues of one part of a request or of a response. */
export function addIssues(
  issues: ContractIssue[],
  location: ContractIssue['location'],
  found: readonly StandardIssue[],
): void {
  for (const { message, path } of found) {
    if (issues.length >= MOST_ISSUES) return
    const keys = Array.from(path ?? [])
      .slice(0, LONGEST_PATH)
      .map(keyOf)
    issues.push({ location, path: keys, message: clean(String(message)) })
  }
}

function keyOf(segment: PropertyKey | { readonly key: PropertyKey }): string | number {
  const key = typeof segment === 'object' ? segment.key : segment
  return typeof key === 'number' ? key : clean(String(key))
}

/**
 * A text without control characters and without the beginning of a tag. Messages of schema
 * libraries repeat keys and values of the request, and clients show messages in pages.
 */
function clean(text: string): string {
  const short = text.length > LONGEST_TEXT ? `${text.slice(0, LONGEST_TEXT)}…` : text
  return short
    .replace(/<(?=[a-z/!?])/gi, '‹')
    .replace(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/gu, ' ')
}

/** Creates an error handler that responds with problem details (RFC 9457). */
export function createProblemDetails(options: ProblemDetailsOptions = {}) {
  function problemDetails(
    error: unknown,
    req: IncomingMessage,
    res: ServerResponse,
    next: Next,
  ): void {
    if (res.headersSent) {
      next(error)
      return
    }
    if (!options.always && !wantsProblem(req)) {
      addVary(res) // A cache must not give the page to a client of JSON.
      next(error)
      return
    }
    const problem = describeProblem(error, req, res, options)
    if (problem.status >= 500) log(error, req, options)
    sendProblem(error, problem, req, res)
  }
  return Object.defineProperty(problemDetails, kProblems, { value: true })
}

/** Marks the error handlers that send problem details. Registered, for several copies of the package. */
const kProblems = Symbol.for('webapp.problem-details')

export function isProblemHandler(handler: object): boolean {
  return kProblems in handler
}

/** Whether the client prefers JSON: a browser gets the page of the final handler. */
function wantsProblem(req: IncomingMessage): boolean {
  const type = lateAccepts()(req).type([PROBLEM_TYPE, 'application/json', 'text/html'])
  return type === PROBLEM_TYPE || type === 'application/json'
}

interface ErrorFields {
  readonly status?: unknown
  readonly statusCode?: unknown
  readonly expose?: unknown
  readonly message?: unknown
  readonly type?: unknown
  readonly issues?: unknown
  readonly headers?: unknown
}

function describeProblem(
  error: unknown,
  req: IncomingMessage,
  res: ServerResponse,
  options: ProblemDetailsOptions,
): ProblemDetails {
  const { status: own, statusCode, expose, message, type, issues } = fieldsOf(error)
  const status = [own, statusCode, res.statusCode].find(isWholeErrorStatus) ?? 500
  const problem: ProblemDetails = {
    type: 'about:blank',
    title: statuses.message[status] ?? 'Error',
    status,
  }
  // As in http-errors: the message of a server error is not for clients, unless it says so.
  if (expose ?? status < 500) {
    if (typeof message === 'string' && message !== '') problem.detail = clean(message)
    if (typeof type === 'string') problem.code = type
    if (Array.isArray(issues)) problem.issues = issues
  }
  const requestId = requestIdOf(req)
  if (requestId !== undefined) problem.requestId = requestId
  return { ...problem, ...options.extend?.(error, problem) }
}

/** The fields of an error; none for a thrown value that is not an object. */
function fieldsOf(error: unknown): ErrorFields {
  return typeof error === 'object' && error !== null ? error : { message: undefined }
}

function isWholeErrorStatus(status: unknown): status is number {
  return Number.isInteger(status) && isErrorStatus(status)
}

/** Logs the error of the server, as the final handler does. */
function log(error: unknown, req: IncomingMessage, options: ProblemDetailsOptions): void {
  if (options.log !== undefined) {
    if (options.log) options.log(error, req)
    return
  }
  if (environmentOf(req) === 'test') return
  const { stack } = fieldsOf(error) as { readonly stack?: unknown }
  console.error(stack ?? error)
}

/** The setting `env` of the application that handles a request. */
export function environmentOf(req: IncomingMessage): string {
  const { app } = req as { readonly app?: { get?(name: string): unknown } }
  return String(app?.get?.('env') ?? process.env.NODE_ENV ?? 'development')
}

/** Headers that describe a body that is not sent. */
const ENTITY_HEADERS = [
  'Content-Encoding',
  'Content-Language',
  'Content-Range',
  'ETag',
  'Last-Modified',
  'Transfer-Encoding',
]

function sendProblem(
  error: unknown,
  problem: ProblemDetails,
  req: IncomingMessage,
  res: ServerResponse,
): void {
  const { headers } = fieldsOf(error)
  const body = Buffer.from(JSON.stringify(problem))
  res.statusCode = problem.status
  for (const name of ENTITY_HEADERS) res.removeHeader(name)
  for (const [name, value] of Object.entries(headers ?? {})) res.setHeader(name, value)
  res.setHeader('Content-Type', PROBLEM_TYPE)
  res.setHeader('X-Content-Type-Options', 'nosniff')
  addVary(res)
  res.setHeader('Content-Length', body.length)
  if (req.method === 'HEAD') res.end()
  else res.end(body)
}

function addVary(res: ServerResponse): void {
  const given = String(res.getHeader('Vary') ?? '')
  if (!/(?:^|,)\s*(?:accept|\*)\s*(?:,|$)/i.test(given)) {
    res.setHeader('Vary', given === '' ? 'Accept' : `${given}, Accept`)
  }
}
