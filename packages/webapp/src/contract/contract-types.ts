import type { IncomingMessage, ServerResponse } from 'node:http'
import type {
  CheckedRequest,
  CheckedResponse,
  ContractCarrier,
} from '../types/shared/contract-handlers.ts'
import type { Dialect, NewestDialect } from '../types/shared/dialect.ts'
import type { LocalsRecord } from '../types/shared/express-namespace.ts'
import type { NextFunction } from '../types/shared/handlers.ts'
import type { ParsedQs } from '../types/shared/query.ts'
import type { ParamsDictionary } from '../types/shared/route-parameters.ts'

export type { ValidParts } from '../types/shared/contract-handlers.ts'
export type { Provider } from '../types/shared/provided.ts'

/**
 * A schema of any library that implements Standard Schema: zod, valibot, arktype and others. Written
 * out here, so that no package is needed.
 */
export interface StandardSchema<Input = unknown, Output = Input> {
  /** The interface of Standard Schema. */
  readonly '~standard': {
    /** The version of the interface. */
    readonly version: 1
    /** The name of the library. */
    readonly vendor: string
    /** Checks a value and returns the parsed value, or the issues. */
    readonly validate: (
      value: unknown,
      options?: any,
    ) => StandardResult<Output> | Promise<StandardResult<Output>>
    /** The types; never present at run time. */
    readonly types?: { readonly input: Input; readonly output: Output } | undefined
  }
}

/** The result of a validation: a value, or issues. */
export type StandardResult<Output> =
  | { readonly value: Output; readonly issues?: undefined }
  | { readonly issues: readonly StandardIssue[] }

/** One reason why a value does not fit a schema. */
export interface StandardIssue {
  /** The reason, for people. */
  readonly message: string
  /** The keys that lead to the value. */
  readonly path?: readonly (PropertyKey | { readonly key: PropertyKey })[] | undefined
}

/** A schema that TypeBox compiled: `Compile(schema)` of `typebox/compile`. */
export interface CompiledSchema<Input = any, Output = any> {
  /** Returns whether a value fits. */
  Check(value: unknown): boolean
  /** The reasons why a value does not fit. */
  Errors(value: unknown): Iterable<object>
  /** Returns the parsed value. */
  Decode(value: unknown): Output
  /** Returns the value as it is sent. */
  Encode(value: unknown): Input
}

/** A schema of a contract. */
export type Schema = StandardSchema<any, any> | CompiledSchema

/** The type of a value before its schema parses it. */
export type InputOf<S> =
  S extends StandardSchema<infer Input, any>
    ? Input
    : S extends { Encode(value: unknown): infer Input }
      ? Input
      : unknown

/** The type of a value after its schema has parsed it. */
export type OutputOf<S> =
  S extends StandardSchema<any, infer Output>
    ? Output
    : S extends { Decode(value: unknown): infer Output }
      ? Output
      : unknown

/** The parts of a request that a contract can describe. */
export type ContractLocation = 'params' | 'query' | 'headers' | 'cookies' | 'body'

/** A status code, a range such as `4XX`, or `default`. */
export type ContractStatus = number | `${1 | 2 | 3 | 4 | 5}XX` | 'default'

/** A response with more than a schema. */
export interface ContractResponse {
  /** The meaning of the response; the reason phrase of its status by default. */
  readonly description?: string | undefined
  /** The schema of the body; a response without one has no body. */
  readonly body?: Schema | undefined
  /**
   * The schema of each item of a stream: of a server-sent event, such as `{ event, data }`, or of a line
   * of `application/jsonl`.
   */
  readonly items?: Schema | undefined
  /** The media type: `text/event-stream` by default if there are items, else `application/json`. */
  readonly contentType?: string | undefined
  /**
   * The header fields of the response by name: schemas of their text, or Header Objects of OpenAPI.
   * They are checked outside of production.
   */
  readonly headers?: Readonly<Record<string, Schema | object>> | undefined
  /**
   * The cookies that the response sets, by name: schemas of their decoded text. They are checked outside
   * of production.
   */
  readonly cookies?: Readonly<Record<string, Schema>> | undefined
  /** The body by media type, if there are several: `{ 'application/json': Note, 'text/csv': Csv }`. */
  readonly [contentType: `${string}/${string}`]: Schema | { readonly items: Schema } | undefined
  readonly [extension: `x-${string}`]: unknown
}

/** The responses of a contract, by status. */
export type ContractResponses = {
  readonly [Status in ContractStatus]?: Schema | ContractResponse | undefined
}

/** An example, as in OpenAPI. */
export interface ContractExample {
  /** One line about the example. */
  readonly summary?: string | undefined
  /** More about the example. */
  readonly description?: string | undefined
  /** The example. */
  readonly value: unknown
}

/** Examples for the documentation. */
export interface ContractExamples {
  /** An example for each route parameter. */
  readonly params?: Readonly<Record<string, unknown>> | undefined
  /** An example for each query parameter. */
  readonly query?: Readonly<Record<string, unknown>> | undefined
  /** An example for each header field. */
  readonly headers?: Readonly<Record<string, unknown>> | undefined
  /** An example for each cookie. */
  readonly cookies?: Readonly<Record<string, unknown>> | undefined
  /** Bodies, by a name of your choice. */
  readonly body?: Readonly<Record<string, ContractExample>> | undefined
  /** Bodies of responses, by status and by a name of your choice. */
  readonly responses?:
    | Readonly<Record<string | number, Readonly<Record<string, ContractExample>>>>
    | undefined
}

/** The requests and responses of a route, for validation and documentation. */
export interface ContractDescription {
  /** The schema of the route parameters, which are strings. */
  readonly params?: Schema | undefined
  /** The schema of the parsed query string. */
  readonly query?: Schema | undefined
  /** The schema of the header fields; their names are in lower case. */
  readonly headers?: Schema | undefined
  /** The schema of the cookies. */
  readonly cookies?: Schema | undefined
  /** The schema of the parsed body. */
  readonly body?: Schema | undefined
  /** The media types that the body may have; `application/json` by default. */
  readonly contentType?: string | readonly string[] | undefined
  /** The bodies of the responses, by status. */
  readonly responses?: ContractResponses | undefined
  /**
   * Whether `res.json` checks bodies against `responses`. By default it does, unless the setting
   * `env` is `production`.
   */
  readonly checkResponses?: boolean | undefined
  /** Sends only the members of a body that its schema declares; off by default. */
  readonly serialize?: boolean | undefined

  /** One line about the operation. */
  readonly summary?: string | undefined
  /** More about the operation, in CommonMark. */
  readonly description?: string | undefined
  /** The groups that the operation belongs to. */
  readonly tags?: readonly string[] | undefined
  /** The name of the operation in clients; unique in the application. */
  readonly operationId?: string | undefined
  /** Marks an operation that clients should no longer use. */
  readonly deprecated?: boolean | undefined
  /** The security schemes of which one is required; an empty list requires none. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[] | undefined
  /** Where more is written about the operation. */
  readonly externalDocs?: { readonly url: string; readonly description?: string } | undefined
  /** Examples for the documentation. */
  readonly examples?: ContractExamples | undefined
  /** Leaves the operation out of the document. */
  readonly hidden?: boolean | undefined
  readonly [extension: `x-${string}`]: unknown
}

/** Middleware that `contract` created; it carries its types to the handlers of the route. */
export interface Contract<Types extends object = object> extends ContractCarrier<Types> {
  (req: IncomingMessage, res: ServerResponse, next: (err?: any) => void): void
}

/** The middleware for a description. */
// The conditional type is deferred in the declaration of `contract`. A plain function type there
// would make the compiler infer from `contract(...)` only after it has typed the other handlers.
export type ContractFor<D extends ContractDescription> = D extends ContractDescription
  ? Contract<ContractTypes<D>>
  : object

/** The types that a description stands for, each in a tuple. */
// A tuple keeps `undefined` in the type of an optional body when the compiler infers it.
export type ContractTypes<D> = {
  readonly is: true
  readonly description: D
  /** The names of the described parts. One more name says that there is a contract. */
  readonly parts: [(keyof D & ContractLocation) | 'valid']
} & {
  readonly [Name in keyof D & ContractLocation as D[Name] extends Schema ? Name : never]: [
    OutputOf<D[Name]>,
  ]
} & (D extends { readonly responses: infer Responses }
    ? {
        readonly responses: [{ -readonly [Status in keyof Responses]: BodyType<Responses[Status]> }]
      }
    : unknown) &
  (D extends { readonly params: infer Params extends Schema }
    ? { readonly names: [RequiredNames<InputOf<Params>>] }
    : unknown)

/** The names of the members that an object must have; none if any member may exist. */
type RequiredNames<T> = string extends keyof T
  ? never
  : {
      // biome-ignore lint/complexity/noBannedTypes: assignable only if the member is optional.
      [Name in keyof T & (string | number)]: {} extends Pick<T, Name> ? never : `${Name}`
    }[keyof T & (string | number)]

type BodyType<R> = R extends Schema
  ? InputOf<R>
  : R extends { readonly body: infer S }
    ? InputOf<S>
    : [keyof R & MediaType] extends [never]
      ? undefined
      : { [Type in keyof R & MediaType]: BodyType<R[Type]> }[keyof R & MediaType]

type MediaType = `${string}/${string}`

/**
 * The type of a handler after a contract, for a handler that is not written in place:
 * `const add: ContractHandler<typeof addUser> = (req, res) => ...`.
 */
export type ContractHandler<C extends Contract, D extends Dialect = NewestDialect> = (
  req: CheckedRequest<
    D,
    PartOf<C, 'params', ParamsDictionary>,
    PartOf<C, 'body', any>,
    PartOf<C, 'query', ParsedQs>,
    PartOf<C, 'headers', unknown>,
    PartOf<C, 'cookies', unknown>,
    LocalsRecord,
    PartOf<C, 'parts', 'valid'>
  >,
  res: CheckedResponse<D, PartOf<C, 'responses', unknown>, LocalsRecord>,
  next: NextFunction,
) => unknown

type PartOf<C extends Contract, Name extends string, Else> = C['~contract'] extends {
  readonly [Key in Name]: readonly [infer Type]
}
  ? Type
  : Else

/** One reason why a request was refused. */
export interface ContractIssue {
  /** The part of the request; `response` if a response does not fit. */
  readonly location: ContractLocation | 'response'
  /** The keys that lead to the value. */
  readonly path: readonly (string | number)[]
  /** The reason, for people. Holds no markup. */
  readonly message: string
}

/** The error that `contract` passes to `next` if a request does not fit. */
export interface ContractError extends Error {
  /** 400. */
  readonly status: number
  /** The same as `status`. */
  readonly statusCode: number
  /** True: the message may be shown to clients. */
  readonly expose: boolean
  /** `contract.refused`. */
  readonly type: string
  /** The reasons, at most 100. */
  readonly issues: readonly ContractIssue[]
}

/** The body of a problem response (RFC 9457). */
export interface ProblemDetails {
  /** A URI that identifies the kind of problem; `about:blank` by default. */
  type: string
  /** The reason phrase of the status. */
  title: string
  /** The status code. */
  status: number
  /** The message of the error, if clients may see it. */
  detail?: string
  /** The `type` of the error, such as `contract.refused`. */
  code?: string
  /** The reasons why a contract refused the request. */
  issues?: readonly ContractIssue[]
  /** The id of the request, if `requestId` of webapp/ops has set one. */
  requestId?: string
  [extension: string]: unknown
}

/** Options for `problemDetails`. */
export interface ProblemDetailsOptions {
  /** Returns members to add to the body or to replace in it. */
  readonly extend?: ((error: any, problem: ProblemDetails) => object | undefined) | undefined
  /** Called with errors of status 500 and above; `console.error` by default, false for none. */
  readonly log?: ((error: unknown, req: IncomingMessage) => void) | false | undefined
  /** Whether clients that prefer HTML get problem details too, and not the error page. */
  readonly always?: boolean | undefined
}

/** An error handler for every dialect. */
export type ProblemDetailsHandler = (
  err: any,
  req: IncomingMessage,
  res: ServerResponse,
  next: (err?: any) => void,
) => void
