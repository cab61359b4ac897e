// biome-ignore-all lint/suspicious/noExplicitAny: events and contexts are those of the platform.

import type { InjectTarget } from './inject.ts'

/** How a Lambda function answers. */
export interface LambdaOptions {
  /** A path that is cut off before routing, such as the one a custom domain maps to the API. */
  basePath?: string | undefined
  /**
   * Whether a body is sent as base64. Asked with the content type, without its parameters, of each
   * answer that has no content coding; without it all but text, JSON, XML, JavaScript and forms is.
   */
  isBinary?: ((type: string) => boolean) | undefined
}

/** The event and the context of an invocation, which handlers find as `req.lambda`. */
export interface LambdaInvocation {
  // any: each kind of event has fields of its own, which @types/aws-lambda describes.
  /** The event, as the platform gave it. */
  readonly event: any
  /** The context, as the platform gave it. */
  readonly context: any
}

/** The answer of API Gateway of both versions, of function URLs and of load balancers. */
export interface LambdaResult {
  /** The status. */
  statusCode: number
  /** Status and reason, for load balancers. */
  statusDescription?: string
  /** Headers by name; those that were sent several times are joined. */
  headers?: Record<string, string>
  /** Headers by name, where the event had them so. */
  multiValueHeaders?: Record<string, string[]>
  /** Cookies, for version 2. */
  cookies?: string[]
  /** The body, as text or as base64. */
  body: string
  /** Whether the body is base64. */
  isBase64Encoded: boolean
}

/** A function that Lambda calls. */
export type LambdaHandler = (event: any, context?: any) => Promise<LambdaResult>

/** Makes a function for Lambda of an application. */
export type Lambda = (app: InjectTarget, options?: LambdaOptions) => LambdaHandler

declare global {
  namespace Express {
    interface Request {
      /** The invocation that a request came with, where it came through `webapp/lambda`. */
      lambda?: LambdaInvocation
    }
  }
}
