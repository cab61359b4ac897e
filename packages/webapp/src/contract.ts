// biome-ignore-all lint/correctness/useImportExtensions: tsc does not rewrite `require` paths.
import { createApi, createRoute } from './contract/api.ts'
import type { ApiOptions, CreateApi, CreateRoute } from './contract/api-types.ts'
import { createContract } from './contract/contract.ts'
import type {
  ContractDescription,
  ContractFor,
  ProblemDetailsHandler,
  ProblemDetailsOptions,
} from './contract/contract-types.ts'
import type { UnknownFields } from './contract/field-types.ts'
import { createFile, createForm } from './contract/form.ts'
import type { CreateFile, CreateForm } from './contract/form-types.ts'
import { createProvider } from './contract/provides.ts'
import type { CreateProvider } from './contract/provides-types.ts'
import { createProblemDetails } from './contract/refusal.ts'
import { createEventStream, createStream } from './contract/stream.ts'
import type { CreateEventStream, CreateStream } from './contract/stream-types.ts'

export type {
  Api,
  ApiMethod,
  ApiMount,
  ApiOptions,
  ApiRoute,
  ApiTypes,
} from './contract/api-types.ts'
export type * from './contract/contract-types.ts'
export type {
  FormFields,
  FormFile,
  FormFileOptions,
  FormOptions,
  FormOutput,
  FormSchema,
  InMemory,
  OnDisk,
  Stored,
  UploadedFile,
} from './contract/form-types.ts'
export type { ProvidedBy, ProvidingMiddleware } from './contract/provides-types.ts'
export type {
  ContentResponse,
  EventOf,
  EventSchemas,
  ItemsResponse,
  ItemsType,
} from './contract/stream-types.ts'
// With the types of all dialects, which `ContractHandler` looks up.
export type {} from './types/dialects.ts'

// A mapped type as the parameter: the compiler then infers each schema by itself, and not from the
// types that a description may have.
/** Creates middleware that validates requests against schemas, and types the handlers after it. */
export const contract: <const D extends ContractDescription>(
  description: {
    [Name in keyof D]: D[Name]
  } & UnknownFields<D>,
) => ContractFor<D> = createContract as never

/** Creates an error handler that responds with problem details (RFC 9457) to clients of JSON. */
export const problemDetails: (options?: ProblemDetailsOptions) => ProblemDetailsHandler =
  createProblemDetails

/** Describes a form with files (`multipart/form-data`), for `body` of a contract. */
export const form = createForm as unknown as CreateForm

/** A field of a form that takes a file, or several. */
export const file = createFile as unknown as CreateFile

/** Describes a response that a handler streams, for `responses` of a contract. */
export const stream = createStream as CreateStream

/** Describes a response of server-sent events, whose data has a schema for each name. */
export const eventStream = createEventStream as CreateEventStream

/** Declares what middleware adds to requests, for the types of the handlers behind it. */
export const provides = createProvider as CreateProvider

/** Describes a route for `api`, or puts a set of routes under a prefix. */
export const route = createRoute as unknown as CreateRoute

/** Creates a router from routes. Its type has them all, for a client. */
// The dialect is loaded with the first set: other programs may have only older ones.
export const api: CreateApi = ((...given: readonly unknown[]) =>
  createApi(createRouter, given)) as never

function createRouter(options: ApiOptions | undefined): object {
  const { webapp } = require('./dialects/v5/factory.js') as {
    webapp: { Router(options: ApiOptions | undefined): object }
  }
  return webapp.Router(options)
}
