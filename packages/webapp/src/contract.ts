// biome-ignore-all lint/correctness/useImportExtensions: tsc does not rewrite `require` paths.
import { createRoute, fillApi } from './contract/api.ts'
import type { CreateApi, CreateRoute } from './contract/api-types.ts'
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
import { createProblemDetails } from './contract/refusal.ts'
import { createEventStream, createStream } from './contract/stream.ts'
import type { CreateEventStream, CreateStream } from './contract/stream-types.ts'

export type { Api, ApiMethod, ApiMount, ApiRoute, ApiTypes } from './contract/api-types.ts'
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

/** Describes a route for `api`, or puts a set of routes under a prefix. */
export const route = createRoute as unknown as CreateRoute

/** Creates a router from routes. Its type has them all, for a client. */
// The dialect is loaded with the first set: other programs may have only older ones.
export const api: CreateApi = ((...routes: readonly unknown[]) =>
  fillApi(createRouter(), routes)) as never

function createRouter(): object {
  const { webapp } = require('./dialects/v5/factory.js') as {
    webapp: { Router(): object }
  }
  return webapp.Router()
}
