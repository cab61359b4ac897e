import type { Writable } from 'node:stream'
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
  /**
   * Whether to send each response while the application writes it; off by default. For function URLs
   * and REST APIs that are configured for it.
   */
  stream?: boolean | undefined
}

/** The event and the context of an invocation, available as `req.lambda`. */
export interface LambdaInvocation {
  // any: each kind of event has its own fields; @types/aws-lambda describes them.
  /** The event, as received from the platform. */
  readonly event: any
  /** The context, as received from the platform. */
  readonly context: any
}

/** Status and headers of a result. */
export interface LambdaHead {
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
}

/** A result for API Gateway (payload versions 1 and 2), function URLs and load balancers. */
export interface LambdaResult extends LambdaHead {
  /** The body, as text or as base64. */
  body: string
  /** Whether the body is base64. */
  isBase64Encoded: boolean
}

/** A Lambda handler. */
export type LambdaHandler = (event: any, context?: any) => Promise<LambdaResult>

/**
 * A Lambda handler that writes its responses to the stream of the runtime. Its promise settles when
 * everything is written.
 */
export type StreamingLambdaHandler = (event: any, output: Writable, context?: any) => Promise<void>

/** Creates a Lambda handler for an application. */
export interface Lambda {
  /** A handler that streams its responses. */
  (app: InjectTarget, options: LambdaOptions & { stream: true }): StreamingLambdaHandler
  /** A handler that resolves to complete responses. */
  (app: InjectTarget, options?: LambdaOptions & { stream?: false | undefined }): LambdaHandler
}

declare global {
  namespace Express {
    interface Request {
      /** The Lambda invocation, if the request came through `webapp/lambda`. */
      lambda?: LambdaInvocation
    }
  }
}
