import type { InjectTarget } from './inject-types.ts'

/** Options for a Lambda handler. */
export interface LambdaOptions {
  /** A path prefix to remove before routing, such as the base path mapping of a custom domain. */
  basePath?: string | undefined
  /**
   * Returns whether to send a body as base64. Called with the content type, without its parameters,
   * of each response that has no content coding. By default everything except text, JSON, XML,
   * JavaScript and forms is sent as base64.
   */
  isBinary?: ((type: string) => boolean) | undefined
}

/** The event and the context of an invocation, available as `req.lambda`. */
export interface LambdaInvocation {
  // any: each kind of event has its own fields; @types/aws-lambda describes them.
  /** The event, as received from the platform. */
  readonly event: any
  /** The context, as received from the platform. */
  readonly context: any
}

/** A result for API Gateway (payload versions 1 and 2), function URLs and load balancers. */
export interface LambdaResult {
  /** The status code. */
  statusCode: number
  /** Status code and reason phrase, for load balancers. */
  statusDescription?: string
  /** Headers by name; repeated headers are joined. */
  headers?: Record<string, string>
  /** Headers with lists of values, if the event has them. */
  multiValueHeaders?: Record<string, string[]>
  /** Cookies, for payload version 2. */
  cookies?: string[]
  /** The body, as text or as base64. */
  body: string
  /** Whether the body is base64. */
  isBase64Encoded: boolean
}

/** A Lambda handler. */
export type LambdaHandler = (event: any, context?: any) => Promise<LambdaResult>

/** Creates a Lambda handler for an application. */
export type Lambda = (app: InjectTarget, options?: LambdaOptions) => LambdaHandler

declare global {
  namespace Express {
    interface Request {
      /** The Lambda invocation, if the request came through `webapp/lambda`. */
      lambda?: LambdaInvocation
    }
  }
}
