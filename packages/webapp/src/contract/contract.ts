import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { parse as parseCookies } from 'cookie'
import type {
  ContractDescription,
  ContractIssue,
  ContractLocation,
  StandardResult,
  ValidParts,
} from '../types/shared/contract.ts'
import { bodyTypesOf, readBodyInput } from './body-input.ts'
import { addIssues, refuse } from './refusal.ts'
import { createResponseWatch } from './responses.ts'
import { createValidate, type Validate } from './schema.ts'

type Next = (error?: unknown) => void

/** The members that a contract reads and writes, in every dialect. */
export type ContractedRequest = IncomingMessage & {
  params?: object
  query?: unknown
  cookies?: unknown
  body?: unknown
  valid?: Validated
}

/** The parts of a request before they were parsed, for a second contract on the same request. */
const kRaw = Symbol('webapp.contract.raw')

type Validated = { -readonly [Part in keyof ValidParts]: unknown } & {
  [kRaw]: { query?: unknown; body?: unknown }
}

/** Where a contract keeps its description. Registered, for several copies of the package. */
const kContract = Symbol.for('webapp.contract')

/** The description of a contract; undefined for other functions. */
export function descriptionOf(handler: unknown): ContractDescription | undefined {
  return typeof handler === 'function'
    ? (handler as { [kContract]?: ContractDescription })[kContract]
    : undefined
}

/** One part of a request that the contract describes. */
interface Part {
  readonly location: ContractLocation
  readonly validate: Validate
  readonly read: (req: ContractedRequest) => unknown
}

/** Creates middleware that validates requests, and responses if the contract describes them. */
export function createContract(description: ContractDescription) {
  checkDescription(description)
  const parts = partsOf(description)
  const watchResponse = createResponseWatch(description)

  function contract(req: ContractedRequest, res: ServerResponse, next: Next): void {
    const outputs: unknown[] = []
    const issues: ContractIssue[] = []
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at] as Part
      const result = part.validate(part.read(req))
      if ('then' in result) {
        finishLater({ req, res, next, outputs, issues }, result, at)
        return
      }
      accept(part, result, outputs, issues)
    }
    finish({ req, res, next, outputs, issues })
  }

  interface Run {
    readonly req: ContractedRequest
    readonly res: ServerResponse
    readonly next: Next
    readonly outputs: unknown[]
    readonly issues: ContractIssue[]
  }

  function finish({ req, res, next, outputs, issues }: Run): void {
    if (issues.length > 0) {
      next(refuse(issues))
      return
    }
    for (let at = 0; at < parts.length; at++) write(req, parts[at] as Part, outputs[at])
    watchResponse?.(req, res, next)
    next()
  }

  /** Continues behind a schema that validates asynchronously. */
  function finishLater(
    run: Run,
    pending: PromiseLike<StandardResult<unknown>>,
    from: number,
  ): void {
    validateRest(run, pending, from).then(
      () => finish(run),
      (error: unknown) => run.next(error || new Error('A schema rejected without a reason')),
    )
  }

  async function validateRest(
    { req, outputs, issues }: Run,
    pending: PromiseLike<StandardResult<unknown>>,
    from: number,
  ): Promise<void> {
    accept(parts[from] as Part, await pending, outputs, issues)
    for (const part of parts.slice(from + 1)) {
      accept(part, await part.validate(part.read(req)), outputs, issues)
    }
  }

  Object.defineProperty(contract, kContract, { value: description })
  return contract
}

function accept(
  { location }: Part,
  result: StandardResult<unknown>,
  outputs: unknown[],
  issues: ContractIssue[],
): void {
  if (result.issues) addIssues(issues, location, result.issues)
  else outputs.push((result as { readonly value: unknown }).value)
}

function partsOf(description: ContractDescription): Part[] {
  const types = bodyTypesOf(description.contentType)
  const readers: Readonly<Record<ContractLocation, Part['read']>> = {
    // A copy, for the parameters of older dialects are an array with names.
    params: (req) => ({ ...req.params }),
    query: readQuery,
    headers: (req) => req.headers,
    cookies: readCookies,
    body: (req) => readBodyInput(req, types, rawOf(req, 'body')),
  }
  return LOCATIONS.filter((location) => description[location] !== undefined).map((location) => ({
    location,
    validate: createValidate(description[location], location),
    read: readers[location],
  }))
}

const LOCATIONS: readonly ContractLocation[] = ['params', 'query', 'headers', 'cookies', 'body']

function readQuery(req: ContractedRequest): unknown {
  return rawOf(req, 'query') ?? {}
}

/** A part of the request as its parser left it, if an earlier contract has replaced it. */
function rawOf(req: ContractedRequest, name: 'query' | 'body'): unknown {
  const { valid } = req
  const value = req[name]
  if (valid?.[kRaw] === undefined || !Object.hasOwn(valid[kRaw], name)) return value
  return valid[name] === value ? valid[kRaw][name] : value
}

function readCookies({ cookies, headers }: ContractedRequest): unknown {
  // Middleware may have parsed the cookies, and may have verified their signatures.
  return typeof cookies === 'object' && cookies !== null
    ? cookies
    : parseCookies(headers.cookie ?? '')
}

function write(req: ContractedRequest, { location }: Part, value: unknown): void {
  const valid = validOf(req)
  if (location === 'params') req.params = value as object
  else if (location === 'query') {
    valid[kRaw].query = readQuery(req)
    // A getter of the prototype computes the query in the newest dialect.
    Object.defineProperty(req, 'query', {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  } else if (location === 'body') {
    valid[kRaw].body = rawOf(req, 'body')
    req.body = value
  }
  valid[location] = value
}

function validOf(req: ContractedRequest): Validated {
  if (req.valid?.[kRaw] === undefined) {
    const { params, query, headers, cookies, body } = { ...req.valid } as Partial<Validated>
    req.valid = { params, query, headers, cookies, body, [kRaw]: {} }
  }
  return req.valid
}

const FIELDS: readonly string[] = [
  ...LOCATIONS,
  ...['contentType', 'responses', 'checkResponses', 'serialize', 'summary', 'description'],
  ...['tags', 'operationId', 'deprecated', 'security', 'externalDocs', 'examples', 'hidden'],
]

/** Refuses a field that would have no effect, such as a misspelled `boby`. */
function checkDescription(description: unknown): void {
  if (typeof description !== 'object' || description === null || Array.isArray(description)) {
    const given = inspect(description, { depth: 0 })
    throw new TypeError(`contract takes an object such as { body: schema }, got ${given}`)
  }
  const unknown = Object.keys(description).find(
    (name) => !FIELDS.includes(name) && !name.startsWith('x-'),
  )
  if (unknown === undefined) return
  const list = FIELDS.join(', ')
  throw new TypeError(
    `contract: there is no field ${JSON.stringify(unknown)}. The fields are ${list} and x-…`,
  )
}
