import { type Described, describeRoutes, type Grammars } from './contract/describe.ts'
import { createDocumentHandler } from './contract/openapi.ts'
import type {
  DescribeOptions,
  DocumentHandler,
  OpenapiDocument,
  OpenapiOptions,
  ReferenceOptions,
} from './contract/openapi-types.ts'
import { readBracePattern, readForeignPattern, readMarkPattern } from './contract/paths.ts'
import { sendsProblems } from './contract/problem-handlers.ts'
import { createReference } from './contract/reference.ts'
import { webapp } from './dialects/v5/factory.ts'
import type { FactoryIntrospection } from './types/shared/introspection.ts'

export type * from './contract/openapi-types.ts'

// The factory assembles its members at run time, so the internal type has not all of them. Every
// dialect has the same function, which lists the routes of all.
const { routes } = webapp as unknown as FactoryIntrospection

const grammars: Grammars = (dialect) => {
  if (dialect === undefined) return readForeignPattern
  return dialect === '5.x' ? readBracePattern : readMarkPattern
}

function read(app: object): Described {
  return { routes: routes(app), hasProblems: sendsProblems(app) }
}

/** Describes an application or a router of any dialect as an OpenAPI document. */
export function describe(app: object, options: DescribeOptions): OpenapiDocument {
  return describeRoutes(read(app), options, grammars)
}

/** Creates a handler that sends the OpenAPI document of an application. */
export function openapi(app: object, options: OpenapiOptions): DocumentHandler {
  // Mistakes in the options show at the start, not with the first request.
  describeRoutes({ routes: [], hasProblems: false }, options, grammars)
  return createDocumentHandler(
    () => read(app),
    (described, given) => describeRoutes(described, given, grammars),
    options,
  )
}

/** Creates a handler of a page that shows a document, for `app.use('/docs', reference(url))`. */
export function reference(url: string, options?: ReferenceOptions): DocumentHandler {
  return createReference(url, options)
}
