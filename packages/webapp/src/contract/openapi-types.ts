import type { IncomingMessage, ServerResponse } from 'node:http'
import type { RouteInfo } from '../types/shared/introspection.ts'

/** Options for `describe`. */
export interface DescribeOptions {
  /** Title and version of the interface, and other members of the Info Object. */
  readonly info: {
    /** The name of the interface. */
    readonly title: string
    /** The version of the interface, not that of OpenAPI. */
    readonly version: string
    readonly [member: string]: unknown
  }
  /** The version of OpenAPI; `3.1.1` by default. */
  readonly version?: '3.1.1' | '3.2.0' | undefined
  /** `contracts` leaves out routes without a contract; by default they appear with their path. */
  readonly only?: 'contracts' | undefined
  /** Returns false for a route to leave out. */
  readonly filter?: ((route: RouteInfo) => boolean) | undefined
  /** The servers, as Server Objects of OpenAPI. */
  readonly servers?: readonly object[] | undefined
  /** The tags, as Tag Objects of OpenAPI. */
  readonly tags?: readonly object[] | undefined
  /** The security that every operation requires, unless its contract says otherwise. */
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[] | undefined
  /** The security schemes by name, as Security Scheme Objects of OpenAPI. */
  readonly securitySchemes?: Readonly<Record<string, object>> | undefined
  /** Schemas with a name of your choice; each becomes a component. */
  readonly schemas?: Readonly<Record<string, object>> | undefined
  /** Where more is written about the interface. */
  readonly externalDocs?: { readonly url: string; readonly description?: string } | undefined
  /**
   * Converts a schema to JSON Schema, for libraries without Standard JSON Schema. Return undefined to
   * leave the conversion to the library.
   */
  // any: the converter knows the type of its library.
  readonly toJSONSchema?:
    | ((schema: any, context: { readonly location: string }) => object | undefined)
    | undefined
  readonly [extension: `x-${string}`]: unknown
}

/** Options for `openapi`. */
export interface OpenapiOptions extends DescribeOptions {
  /** The Cache-Control header of the document; `no-cache` by default: clients revalidate it. */
  readonly cacheControl?: string | undefined
}

/** The operations of a path, by method. */
export interface OpenapiPath {
  /** The operations of methods that OpenAPI has no member for, from 3.2.0 on. */
  additionalOperations?: Record<string, OpenapiOperation>
  get?: OpenapiOperation
  put?: OpenapiOperation
  post?: OpenapiOperation
  delete?: OpenapiOperation
  options?: OpenapiOperation
  head?: OpenapiOperation
  patch?: OpenapiOperation
  trace?: OpenapiOperation
  /** From 3.2.0 on. */
  query?: OpenapiOperation
}

/** An OpenAPI document. */
export interface OpenapiDocument {
  /** The version of OpenAPI. */
  openapi: string
  /** Title and version. */
  info: { title: string; version: string; [member: string]: unknown }
  /** The operations by path and method. */
  paths: Record<string, OpenapiPath>
  /** Schemas and security schemes that operations refer to. */
  components?: {
    /** The schemas that are used more than once. */
    schemas?: Record<string, object>
    /** The security schemes. */
    securitySchemes?: Record<string, object>
  }
  [member: string]: unknown
}

/** One operation of a document. */
export interface OpenapiOperation {
  /** The name of the operation in clients. */
  operationId?: string
  /** The parameters in path, query, headers and cookies. */
  parameters?: Record<string, unknown>[]
  /** The body of the request. */
  requestBody?: Record<string, unknown>
  /** The responses by status. */
  responses: Record<string, Record<string, unknown>>
  [member: string]: unknown
}

/** Options for `reference`. */
export interface ReferenceOptions {
  /** The title of the page; that of the document by default. */
  readonly title?: string | undefined
  /** Origins of servers that the page may send requests to, besides its own. */
  readonly connect?: readonly string[] | undefined
}

/** A handler for every dialect. */
export type DocumentHandler = (
  req: IncomingMessage,
  res: ServerResponse,
  next: (err?: any) => void,
) => void
