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
// With the types of all dialects, which `ContractHandler` looks up.
export type {} from './types/dialects.ts'

// A mapped type as the parameter: the compiler then infers each schema by itself, and not from the
// types that a description may have.
/** Creates middleware that validates requests against schemas, and types the handlers after it. */
export const contract: <D extends ContractDescription>(
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
