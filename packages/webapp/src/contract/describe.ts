import { inspect } from 'node:util'
import type { RouteInfo, RouteMiddleware, RoutePattern } from '../types/shared/introspection.ts'
import { Components, type SchemaMember } from './components.ts'
import { descriptionOf } from './contract.ts'
import type { ContractDescription, ContractExamples } from './contract-types.ts'
import type {
  DescribeOptions,
  OpenapiDocument,
  OpenapiOperation,
  OpenapiPath,
} from './openapi-types.ts'
import { ContentWriter, capitalize, extensionsOf } from './operation-content.ts'
import { covers, isBelow, keyOf } from './path-relations.ts'
import { type Grammar, type PathParameter, type PathTemplate, toPathTemplates } from './paths.ts'

/** Marks the handlers that serve documents and pages: their routes are not part of the interface. */
const kHidden = Symbol.for('webapp.hidden')

/** Leaves the routes of a handler out of documents. */
export function hide<Handler extends object>(handler: Handler): Handler {
  return Object.defineProperty(handler, kHidden, { value: true })
}

export type Grammars = (dialect: RouteInfo['dialect']) => Grammar

/** The methods of a Path Item Object. */
const METHODS = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace'] as const
/** The methods that a route for all methods is shown with. */
const USUAL_METHODS = ['GET', 'PUT', 'POST', 'DELETE', 'PATCH']

const ALL = 'ALL'

const VERSIONS = ['3.1.1', '3.2.0'] as const

/** What a document describes. */
export interface Described {
  readonly routes: readonly RouteInfo[]
  /** Whether refused requests get problem details. */
  readonly hasProblems: boolean
}

/** Describes the routes of an application as an OpenAPI document. */
export function describeRoutes(
  { routes, hasProblems }: Described,
  options: DescribeOptions,
  grammars: Grammars,
): OpenapiDocument {
  return new DocumentWriter(options, grammars, hasProblems).write(routes)
}

/** A route of a path, with the contracts that its requests meet: those of the route first. */
interface PathRoute {
  readonly method: string
  /** The pattern, for notes. */
  readonly path: string
  /** With the names that this route has for the parameters. */
  readonly template: PathTemplate
  readonly contracts: readonly ContractDescription[]
}

/** Routes of the same path, in order. */
interface PathGroup {
  readonly template: PathTemplate
  readonly routes: PathRoute[]
}

/** One method of one path, with the contracts of all routes that lead there. */
interface OperationSource {
  readonly method: string
  readonly template: PathTemplate
  /** Those of its routes, which may have other names for the parameters. */
  readonly templates: readonly PathTemplate[]
  readonly contracts: readonly ContractDescription[]
  /** The contracts as one, in which the first decides. */
  readonly description: ContractDescription | undefined
}

class DocumentWriter {
  readonly #options: DescribeOptions
  readonly #grammars: Grammars
  readonly #version: (typeof VERSIONS)[number]
  readonly #components: Components
  readonly #content: ContentWriter
  readonly #notes: string[] = []
  readonly #operationIds = new Set<string>()

  constructor(options: DescribeOptions, grammars: Grammars, hasProblems: boolean) {
    checkOptions(options)
    this.#options = options
    this.#version = options.version ?? '3.1.1'
    this.#grammars = grammars
    this.#components = new Components(options.schemas ?? {}, options.toJSONSchema, (text) =>
      this.#notes.push(text),
    )
    const hasItems = this.#version === '3.2.0'
    this.#content = new ContentWriter(this.#components, { hasItems, hasProblems })
  }

  write(routes: readonly RouteInfo[]): OpenapiDocument {
    const { info, servers, tags, security, securitySchemes, externalDocs } = this.#options
    const paths = this.#paths(routes)
    this.#components.finish()
    const { schemas } = this.#components
    const components = {
      ...(Object.keys(schemas).length > 0 && { schemas }),
      ...(securitySchemes && { securitySchemes: { ...securitySchemes } }),
    }
    const optional = { servers, tags, security, externalDocs }
    return {
      openapi: this.#version,
      info: { ...info },
      ...withoutUndefined(optional),
      ...extensionsOf(this.#options),
      paths,
      ...(Object.keys(components).length > 0 && { components }),
      ...(this.#notes.length > 0 && { 'x-webapp-notes': [...new Set(this.#notes)] }),
    }
  }

  #paths(routes: readonly RouteInfo[]): OpenapiDocument['paths'] {
    const paths: OpenapiDocument['paths'] = {}
    for (const group of this.#group(routes).values()) {
      const sources = this.#sourcesOf(group).filter(({ description }) =>
        this.#isWanted(description),
      )
      if (sources.length === 0) continue
      paths[group.template.path] = this.#path(sources)
    }
    return paths
  }

  #path(sources: readonly OperationSource[]): OpenapiPath {
    const path: OpenapiPath = {}
    for (const source of sources) {
      const method = source.method.toLowerCase()
      const member = this.#methods.find((each) => each === method)
      if (member !== undefined) path[member] = this.#operation(source)
      else {
        path.additionalOperations ??= {}
        path.additionalOperations[source.method] = this.#operation(source)
      }
    }
    return path
  }

  /** The methods that the version of OpenAPI has a member for. */
  get #methods() {
    return this.#version === '3.2.0' ? [...METHODS, 'query' as const] : METHODS
  }

  #isWanted(description: ContractDescription | undefined): boolean {
    if (description?.hidden) return false
    return description !== undefined || this.#options.only !== 'contracts'
  }

  #group(routes: readonly RouteInfo[]): Map<string, PathGroup> {
    const groups = new Map<string, PathGroup>()
    for (const route of routes) {
      if (route.functions.some((each) => kHidden in each)) continue
      if (this.#options.filter && !this.#options.filter(route)) continue
      for (const template of this.#templates(route)) {
        const key = keyOf(template)
        const group = groups.get(key) ?? { template, routes: [] }
        const { method, path } = route
        const contracts = this.#contractsOf(route, template)
        group.routes.push({ method, path, template, contracts })
        groups.set(key, group)
      }
    }
    return groups
  }

  /** The contracts of a route, then those of the middleware before it, the nearest first. */
  #contractsOf(route: RouteInfo, template: PathTemplate): ContractDescription[] {
    const handlers = route.before.filter(({ handler }) => descriptionOf(handler) !== undefined)
    const before = handlers.filter((each) => this.#isBefore(each, template)).reverse()
    return [...route.functions, ...before.map(({ handler }) => handler)]
      .map(descriptionOf)
      .filter((each) => each !== undefined)
  }

  /** Whether middleware sees the requests of a path; a regular expression does not show it. */
  #isBefore({ patterns }: RouteMiddleware, template: PathTemplate): boolean {
    const found = this.#translate(patterns)
    if (typeof found !== 'string') return found.some((start) => isBelow(start, template))
    const path = patterns.map(({ pattern }) => String(pattern)).join('')
    this.#notes.push(`The contract in use(${path}) is left out: ${found}`)
    return false
  }

  #translate(patterns: readonly RoutePattern[]): PathTemplate[] | string {
    return toPathTemplates(patterns, this.#grammars)
  }

  #templates({ method, path, patterns, functions, before }: RouteInfo): PathTemplate[] {
    const handlers = [...functions, ...before.map(({ handler }) => handler)]
    const hasContract = handlers.some((each) => descriptionOf(each) !== undefined)
    if (!hasContract && this.#options.only === 'contracts') return []
    const isListed = this.#methods.some((each) => each === method.toLowerCase()) || method === ALL
    const found =
      isListed || this.#version === '3.2.0'
        ? this.#translate(patterns)
        : 'OpenAPI has no such method'
    if (typeof found !== 'string') return found
    this.#notes.push(`${method} ${path} is left out: ${found}`)
    return []
  }

  /** The operations of a path. A route for all methods adds its contracts to those of each method. */
  #sourcesOf({ template, routes }: PathGroup): OperationSource[] {
    const given = [...new Set(routes.map(({ method }) => method))]
    const named = given.filter((name) => name !== ALL)
    const methods = named.length === 0 ? USUAL_METHODS : named
    return methods.map((name) => {
      const own = this.#withoutOthers(
        routes.filter(({ method }) => method === ALL || method === name),
      )
      const contracts = [...new Set(own.flatMap((route) => route.contracts))]
      const templates = own.map((route) => route.template)
      const description = mergeDescriptions(contracts)
      return { method: name, template, templates, contracts, description }
    })
  }

  /** Leaves out routes for other requests: OpenAPI has one path for `/:id` and `/*path`. */
  #withoutOthers(routes: readonly PathRoute[]): PathRoute[] {
    const kept: PathRoute[] = []
    for (const route of routes) {
      const first = kept.find(({ template }) => !covers(template, route.template))
      if (first === undefined) kept.push(route)
      else {
        const other = `${first.method} ${first.path}`
        this.#notes.push(
          `${route.method} ${route.path} is left out: ${other} has the same path in OpenAPI`,
        )
      }
    }
    return kept
  }

  #operation(source: OperationSource): OpenapiOperation {
    const { method, template, description = {} } = source
    const operationId = this.#operationId(method.toLowerCase(), template, description)
    const { summary, tags, deprecated, security, externalDocs } = description
    this.#checkSecurity(security, operationId)
    const parameters = this.#parameters(source, description, operationId)
    const { body } = description
    const described = { description, operationId }
    return {
      operationId,
      ...withoutUndefined({ summary, description: description.description, tags, deprecated }),
      ...withoutUndefined({ security, externalDocs }),
      ...extensionsOf(description),
      ...(parameters.length > 0 && { parameters }),
      ...(body !== undefined && { requestBody: this.#content.requestBody(described) }),
      responses: this.#content.responses(described),
    }
  }

  /** A scheme that no option declares is a misspelled name, and tools would refuse the document. */
  #checkSecurity(security: ContractDescription['security'], operationId: string): void {
    const { securitySchemes = {} } = this.#options
    for (const name of (security ?? []).flatMap(Object.keys)) {
      if (Object.hasOwn(securitySchemes, name)) continue
      this.#notes.push(
        `security of ${operationId}: there is no scheme ${name}; declare it in the option securitySchemes`,
      )
    }
  }

  /** Unique, also for the paths of a route with optional parts. */
  #operationId(method: string, { path }: PathTemplate, given: ContractDescription): string {
    const wanted = given.operationId ?? nameOperation(method, path)
    let name = wanted
    for (let number = 2; this.#operationIds.has(name); number++) name = `${wanted}${number}`
    this.#operationIds.add(name)
    return name
  }

  #parameters(
    { template, templates, contracts }: OperationSource,
    { examples }: ContractDescription,
    operationId: string,
  ): Record<string, unknown>[] {
    const known = this.#members(contracts, 'params', operationId)
    const inPath = template.parameters.map(({ name }, at) => {
      const own = templates.flatMap(({ parameters }) => parameters[at] ?? [])
      const schema = own.map((each) => known.get(each.name)?.schema).find((each) => each)
      const example = own.map((each) => exampleOf(examples?.params, each.name))
      return {
        ...writePathParameter({ ...own[0], name }, schema),
        ...Object.assign({}, ...example),
      }
    })
    const others = (['query', 'headers', 'cookies'] as const).flatMap((location) =>
      Array.from(
        this.#members(contracts, location, operationId),
        ([name, { schema, isRequired }]) =>
          writeParameter({ location, name, schema, isRequired }, examples),
      ),
    )
    return [...inPath, ...others.filter((each) => !isReservedHeader(each))]
  }

  /** The members of all contracts; one that any of them requires is required. */
  #members(
    contracts: readonly ContractDescription[],
    location: 'params' | 'query' | 'headers' | 'cookies',
    operationId: string,
  ): Map<string, SchemaMember> {
    const all = new Map<string, SchemaMember>()
    const place = `${location} of ${operationId}`
    for (const { [location]: schema } of contracts) {
      if (schema === undefined) continue
      for (const [name, member] of this.#components.members(schema, place)) {
        const first = all.get(name) ?? member
        all.set(name, { ...first, isRequired: first.isRequired || member.isRequired })
      }
    }
    return all
  }
}

/** Merges the contracts of an operation. Where several set the same field, the first one decides. */
function mergeDescriptions(
  descriptions: readonly ContractDescription[],
): ContractDescription | undefined {
  if (descriptions.length < 2) return descriptions[0]
  const responses = Object.assign({}, ...descriptions.map((each) => each.responses).reverse())
  const merged = Object.assign({}, ...[...descriptions].reverse())
  return Object.keys(responses).length > 0 ? { ...merged, responses } : merged
}

const IN = { query: 'query', headers: 'header', cookies: 'cookie' } as const

interface ParameterSource {
  readonly location: keyof typeof IN
  readonly name: string
  readonly schema: Record<string, unknown>
  readonly isRequired: boolean
}

function writeParameter(source: ParameterSource, examples: ContractExamples | undefined) {
  const { location, name, schema, isRequired } = source
  const isNested = location === 'query' && schema.type === 'object'
  return {
    name,
    in: IN[location],
    ...(isRequired && { required: true }),
    ...detailsOf(schema),
    ...(isNested && { style: 'deepObject', explode: true }),
    schema,
    ...exampleOf(examples?.[location], name),
  }
}

function writePathParameter(
  { name, pattern, hasFlags, isWildcard }: PathParameter,
  known: Record<string, unknown> | undefined,
) {
  const shown = hasFlags ? undefined : pattern
  const schema = known ?? { type: 'string', ...(shown && { pattern: `^(?:${shown})$` }) }
  const note = isWildcard ? { description: 'The rest of the path; it may contain slashes.' } : {}
  return {
    name,
    in: 'path',
    required: true,
    ...note,
    ...detailsOf(schema),
    schema,
    ...(isWildcard && { 'x-wildcard': true }),
  }
}

/** A parameter shows its description and whether it is deprecated beside its schema. */
function detailsOf({ description, deprecated }: Record<string, unknown>): object {
  return withoutUndefined({ description, deprecated })
}

function exampleOf(examples: Readonly<Record<string, unknown>> | undefined, name: string): object {
  return examples !== undefined && Object.hasOwn(examples, name) ? { example: examples[name] } : {}
}

/** OpenAPI ignores these parameters: other parts of an operation describe them. */
function isReservedHeader(parameter: { readonly name: string; readonly in: string }): boolean {
  return (
    parameter.in === 'header' && /^(?:accept|content-type|authorization)$/i.test(parameter.name)
  )
}

/** A name such as `getOrgsByOrgUsers`. */
function nameOperation(method: string, path: string): string {
  const words = path.replace(/\{([^}]*)\}/g, ' by $1 ').split(/[^\p{L}\p{N}]+/u)
  return method + words.map(capitalize).join('')
}

function withoutUndefined(source: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(source).filter(([, value]) => value !== undefined))
}

function checkOptions(options: unknown): void {
  const { info } = (options ?? {}) as { info?: { title?: unknown; version?: unknown } }
  const { version } = (options ?? {}) as { version?: unknown }
  if (version !== undefined && !VERSIONS.some((each) => each === version)) {
    const list = VERSIONS.join(' or ')
    throw new TypeError(`openapi: the option version is ${list}, got ${inspect(version)}`)
  }
  if (typeof info?.title === 'string' && typeof info.version === 'string') return
  const given = inspect(info, { depth: 0 })
  throw new TypeError(
    `openapi: give the option info, such as { title: 'Users', version: '1.0.0' }, got ${given}`,
  )
}
