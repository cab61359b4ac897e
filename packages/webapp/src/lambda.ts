import { lambda as createHandler } from './adapters/lambda.ts'
import type { Lambda } from './types/shared/lambda.ts'

export type {
  Lambda,
  LambdaHandler,
  LambdaInvocation,
  LambdaOptions,
  LambdaResult,
} from './types/shared/lambda.ts'

/** Creates an AWS Lambda handler from an application, a request listener or a server. */
export const lambda: Lambda = createHandler
