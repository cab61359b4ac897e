import type { IncomingMessage, ServerResponse } from 'node:http'
import { inspect } from 'node:util'
import { parse as parseCookies } from 'cookie'
import { isThenable } from '../errors/callback-errors.ts'
import { toError } from '../errors/to-error.ts'
import { isTypo } from '../errors/typo.ts'
import { bodyTypesOf, readBodyInput } from './body-input.ts'
import type {
  ContractDescription,
  ContractIssue,
  ContractLocation,
  StandardResult,
  ValidParts,
} from './contract-types.ts'
import { FORM_TYPE, type Form, isFormSchema, readForm } from './form.ts'
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
  valid?: Partial<ValidParts>
}

type ReplacedPart = 'params' | 'query' | 'body'

/** The parsed parts of a request, and those that they replaced, for a second contract. */
class ValidatedParts implements Partial<ValidParts> {
  // Only the parts that a contract describes are members.
  declare params?: unknown
  declare query?: unknown
  declare headers?: unknown
  declare cookies?: unknown
  declare body?: unknown
  /** The parts as they were before parsed ones replaced them. */
  readonly #raw: Partial<Record<ReplacedPart, unknown>> = {}

  constructor(given: Partial<ValidParts> | undefined) {
    if (given !== undefined) Object.assign(this, given)
  }

  static isOne(valid: unknown): valid is ValidatedParts {
    return typeof valid === 'object' && valid !== null && #raw in valid
  }

  /** The value of a part before `current` replaced it; else `current` itself. */
  before(name: ReplacedPart, current: unknown): unknown {
    const isReplaced = this[name] === current && name in this.#raw
    return isReplaced ? this.#raw[name] : current
  }

  /** Stores the parsed value of a part, and its raw one for a later contract. */
  replace(name: ReplacedPart, raw: unknown, value: unknown): void {
    this.#raw[name] = raw
    this[name] = value
  }
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
  /** Whether `read` stores files, which a request that is refused already must not. */
  readonly isUpload: boolean
}

/** The parsed value of each part. */
type Outputs = Partial<Record<ContractLocation, unknown>>

/** Creates middleware that validates requests, and responses if the contract describes them. */
export function createContract(description: ContractDescription) {
  checkDescription(description)
  const parts = partsOf(description)
  const watchResponse = createResponseWatch(description)

  function contract(req: ContractedRequest, res: ServerResponse, next: Next): void {
    const outputs: Outputs = {}
    const issues: ContractIssue[] = []
    for (let at = 0; at < parts.length; at++) {
      const part = parts[at] as Part
      if (part.isUpload && issues.length > 0) break
      const result = part.validate(part.read(req))
      if (isThenable(result)) {
        finishLater({ req, res, next, outputs, issues }, result, at)
        return
      }
      accept(part, result, outputs, issues)
    }
    finish(req, res, next, outputs, issues)
  }

  // Five parameters: an object for them would be made for each request.
  function finish(
    req: ContractedRequest,
    res: ServerResponse,
    next: Next,
    outputs: Outputs,
    issues: readonly ContractIssue[],
  ): void {
    if (issues.length > 0) {
      next(refuse(issues))
      return
    }
    if (parts.length > 0 || req.valid === undefined) write(req, parts, outputs)
    watchResponse?.(req, res, next)
    next()
  }

  /** Continues after a schema that validates asynchronously. */
  function finishLater(
    run: Run,
    pending: PromiseLike<StandardResult<unknown>>,
    from: number,
  ): void {
    const { req, res, next, outputs, issues } = run
    validateRest(run, pending, from).then(
      () => finish(req, res, next, outputs, issues),
      (error: unknown) => next(toError(error, 'A schema rejected with')),
    )
  }

  async function validateRest(
    { req, outputs, issues }: Run,
    pending: PromiseLike<StandardResult<unknown>>,
    from: number,
  ): Promise<void> {
    accept(parts[from] as Part, await pending, outputs, issues)
    for (const part of parts.slice(from + 1)) {
      if (part.isUpload && issues.length > 0) return
      accept(part, await part.validate(part.read(req)), outputs, issues)
    }
  }

  Object.defineProperty(contract, kContract, { value: description })
  return contract
}

/** A validation that has to wait for a schema. */
interface Run {
  readonly req: ContractedRequest
  readonly res: ServerResponse
  readonly next: Next
  readonly outputs: Outputs
  readonly issues: ContractIssue[]
}

function accept(
  { location }: Part,
  result: StandardResult<unknown>,
  outputs: Outputs,
  issues: ContractIssue[],
): void {
  if (result.issues) addIssues(issues, location, result.issues)
  else outputs[location] = (result as { readonly value: unknown }).value
}

function partsOf(description: ContractDescription): Part[] {
  const { body, contentType } = description
  const types = bodyTypesOf(contentType)
  const readers: Readonly<Record<ContractLocation, Part['read']>> = {
    // A copy, because the parameters of older dialects are an array with names.
    params: (req) => ({ ...(rawOf(req, 'params') as object) }),
    query: readQuery,
    headers: (req) => req.headers,
    cookies: readCookies,
    body: (req) => readBodyInput(req, types, rawOf(req, 'body')),
  }
  return LOCATIONS.filter((location) => description[location] !== undefined).map((location) => {
    if (location === 'body' && isFormSchema(body)) return formPart(body, contentType)
    const validate = createValidate(description[location], location)
    return { location, validate, read: readers[location], isUpload: false }
  })
}

/** A form arrives while the contract runs: no parser before it has read the body. */
function formPart(form: Form, contentType: ContractDescription['contentType']): Part {
  if (contentType !== undefined && String(contentType) !== FORM_TYPE) {
    throw new TypeError(`contract: a form has the contentType ${FORM_TYPE}; leave the field out`)
  }
  const validate = createValidate(form, 'body')
  return {
    location: 'body',
    read: (req) => readForm(form, req),
    validate: (reading) => Promise.resolve(reading).then(validate),
    isUpload: true,
  }
}

const LOCATIONS: readonly ContractLocation[] = ['params', 'query', 'headers', 'cookies', 'body']

function readQuery(req: ContractedRequest): unknown {
  return rawOf(req, 'query') ?? {}
}

/** A part of the request as its parser left it, if an earlier contract has replaced it. */
function rawOf(req: ContractedRequest, name: ReplacedPart): unknown {
  const { valid } = req
  const value = req[name]
  return ValidatedParts.isOne(valid) ? valid.before(name, value) : value
}

function readCookies({ cookies, headers }: ContractedRequest): unknown {
  // Middleware may have parsed the cookies, and may have verified their signatures.
  return typeof cookies === 'object' && cookies !== null
    ? cookies
    : parseCookies(headers.cookie ?? '')
}

function write(req: ContractedRequest, parts: readonly Part[], outputs: Outputs): void {
  const valid = ValidatedParts.isOne(req.valid) ? req.valid : new ValidatedParts(req.valid)
  for (const { location } of parts) {
    const value = outputs[location]
    if (location === 'headers' || location === 'cookies') valid[location] = value
    else {
      valid.replace(location, rawOf(req, location), value)
      replacePart(req, location, value)
    }
  }
  req.valid = valid
}

function replacePart(req: ContractedRequest, name: ReplacedPart, value: unknown): void {
  if (name === 'body') req.body = value
  else if (name === 'params') req.params = value as object
  else {
    // A getter of the prototype computes the query in the newest dialect.
    Object.defineProperty(req, 'query', {
      value,
      configurable: true,
      enumerable: true,
      writable: true,
    })
  }
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
  const meant = FIELDS.find((name) => isTypo(unknown.toLowerCase(), name.toLowerCase(), 1))
  const hint = meant === undefined ? '' : ` Did you mean ${JSON.stringify(meant)}?`
  const list = FIELDS.join(', ')
  throw new TypeError(
    `contract: there is no field ${JSON.stringify(unknown)}.${hint} The fields are ${list} and x-…`,
  )
}
