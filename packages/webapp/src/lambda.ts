import { lambda as createHandler } from './adapters/lambda.ts'
import type { Lambda } from './adapters/lambda-types.ts'

export type * from './adapters/lambda-types.ts'

/** Creates an AWS Lambda handler from an application, a request listener or a server. */
export const lambda: Lambda = createHandler
