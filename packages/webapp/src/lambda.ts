import { lambda as createHandler } from './adapters/lambda.ts'
import type { Lambda } from './types/shared/lambda.ts'

export type {
  Lambda,
  LambdaHandler,
  LambdaInvocation,
  LambdaOptions,
  LambdaResult,
} from './types/shared/lambda.ts'

/** Makes a function for AWS Lambda of an application, a listener or a server. */
export const lambda: Lambda = createHandler
