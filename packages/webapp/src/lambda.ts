import { lambda as createHandler } from './adapters/lambda.ts'
import type { Lambda } from './adapters/lambda-types.ts'

export type * from './adapters/lambda-types.ts'

// The public type derives the kind of handler from the options; the internal cannot.
/** Creates an AWS Lambda handler from an application, a request listener or a server. */
export const lambda = createHandler as Lambda
