import { createContract } from './contract/contract.ts'
import { createProblemDetails } from './contract/refusal.ts'
import type {
  ContractDescription,
  ContractFor,
  ProblemDetailsHandler,
  ProblemDetailsOptions,
} from './types/shared/contract.ts'

// With the types of all dialects, which `ContractHandler` looks up.
export type {} from './types/dialects.ts'
export type {
  CompiledSchema,
  Contract,
  ContractDescription,
  ContractError,
  ContractExample,
  ContractExamples,
  ContractHandler,
  ContractIssue,
  ContractLocation,
  ContractResponse,
  ContractResponses,
  ContractTypes,
  InputOf,
  OutputOf,
  ProblemDetails,
  ProblemDetailsHandler,
  ProblemDetailsOptions,
  Schema,
  StandardSchema,
  ValidParts,
} from './types/shared/contract.ts'

// A mapped type as the parameter: the compiler then infers each schema by itself, and not from the
// types that a description may have.
/** Creates middleware that validates requests against schemas, and types the handlers behind it. */
export const contract: <D extends ContractDescription>(
  description: {
    [Name in keyof D]: D[Name]
  },
) => ContractFor<D> = createContract as never

/** Creates an error handler that responds with problem details (RFC 9457) to clients of JSON. */
export const problemDetails: (options?: ProblemDetailsOptions) => ProblemDetailsHandler =
  createProblemDetails
