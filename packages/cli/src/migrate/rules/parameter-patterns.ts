import type { Node } from 'oxc-parser'
import { VERBS } from '../flow/members.ts'
import type { Dialect } from '../flow/values.ts'
import {
  dependsOnCase,
  type Parameter,
  parametersOf,
  patternLiteral,
  withoutTests,
} from '../patterns/whole-segments.ts'
import { bare, isFunction, isSimple, objectText, stringValue } from '../syntax/nodes.ts'
import { constantOf } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type Edit, isInBlock, type MethodCall, methodCallOf } from './calls.ts'
import type { Context } from './context.ts'
import { listedPaths } from './loose-paths.ts'

/** A path of an application or a router, with its parameters. */
interface Use {
  readonly call: MethodCall
  /** `undefined` for a path that is not a text. */
  readonly path: string | undefined
  readonly parameters: readonly Parameter[]
}

/** A parameter name of an application or a router. */
interface Name {
  /** Its first pattern. */
  readonly test: string | undefined
  readonly users: Use[]
  /** The first path in which it has another pattern or none, or not a whole segment. */
  other?: string
  /** Makes the edit that adds a call of `param`; computed at the first use. */
  place?: PlaceOf | 'none'
}

type PlaceOf = (text: string) => Edit

/** The parameters of an application or a router. */
interface Names {
  readonly byName: Map<string, Name>
  /** Whether one of its paths is not known. */
  hasUnknown: boolean
}

/** A path with patterns that moves them to calls of `param`. */
export interface MovedPatterns {
  /** The path without its patterns, in the spelling of the old dialect. */
  readonly path: string
  /** The calls of `param`, for the report. */
  readonly calls: string
  /** The edits that add the calls which no other path has added. */
  readonly edits: readonly Edit[]
}

/** The reason why the patterns of a path stay in the path. */
export interface KeptPatterns {
  readonly reason: string
}

/**
 * D-003: moves the patterns of `/:id(\\d+)` to `app.param('id', /^\d+$/)`. Such a pattern applies to all
 * paths of an application or router, so all of its paths with that name must have the same pattern.
 */
export function movePatterns(
  context: Context,
  call: MethodCall,
  path: string,
  dialect: Dialect,
): MovedPatterns | KeptPatterns | undefined {
  const parameters = parametersOf(path, dialect).filter(({ test }) => test !== undefined)
  const plain = withoutTests(path, dialect)
  const isPortable = parameters.length > 0 && parameters.every((each) => each.isPortable)
  // Express throws for a pattern.
  if (context.target !== '5' || plain === undefined || !isPortable) return undefined
  const subject = context.subject(call.file, call.object, 'app', 'router')
  if (subject === undefined || !subject.isSure) return undefined
  // Its routes may move to a router of their own (D-008).
  if (subject.dialect === 3 && subject.kind === 'app') return undefined
  if (subject.sites.length !== 1) return { reason: 'this call is made for several routers' }
  const { byName, hasUnknown } = namesOf(context).get(subject.sites[0] ?? '') ?? NO_NAMES
  const places: Edit[] = []
  const calls: string[] = []
  for (const { name, test = '' } of parameters) {
    const found = byName.get(name)
    if (found === undefined) return undefined
    const literal = patternLiteral(test)
    const kept = (reason: string) => ({ reason: `not .param('${name}', ${literal}): ${reason}` })
    if (hasUnknown) return kept('a path of the same router is not known')
    if (found.other !== undefined) {
      return kept(
        `'${found.other}' of the same router has another pattern for ${name}, or none. Rename one of the two`,
      )
    }
    if (dependsOnCase(test) && setsCase(context))
      return kept('the program sets the case of its routes')
    found.place ??= placeFor(found.users) ?? 'none'
    if (found.place === 'none') return kept('no place is certain to run first')
    calls.push(`.param('${name}', ${literal})`)
    const [first] = found.users
    if (first?.call.node === call.node && first.path === path) {
      places.push(
        found.place(`.param(${quoteOf(call.file)}${name}${quoteOf(call.file)}, ${literal})`),
      )
    }
  }
  return { path: plain, calls: calls.join(', '), edits: merged(places) }
}

const NO_NAMES: Names = { byName: new Map(), hasUnknown: false }

const caseSettings = new WeakMap<Context, boolean>()

function setsCase(context: Context): boolean {
  const known = caseSettings.get(context)
  if (known !== undefined) return known
  const isSet = context.files.some(({ text }) => /case sensitive routing|caseSensitive/.test(text))
  caseSettings.set(context, isSet)
  return isSet
}

/** Makes the edit that adds a line before the first path, if it runs before or with all others. */
function placeFor(users: readonly Use[]): PlaceOf | undefined {
  const [first] = users
  if (first === undefined || !isSimple(first.call.object)) return undefined
  const { file, node, object } = first.call
  const statement = statementOf(file, node)
  const block = statement && file.parents.get(statement)
  if (statement === undefined || block === undefined) return undefined
  const isBefore = users.every(
    ({ call }) =>
      call.file === file && call.node.start >= statement.start && call.node.end <= block.end,
  )
  if (!isBefore) return undefined
  const lineStart = file.text.lastIndexOf('\n', statement.start - 1) + 1
  const indentation = file.text.slice(lineStart, statement.start)
  const newline = file.text.includes('\r\n') ? '\r\n' : '\n'
  const isAlone = indentation.trim() === ''
  const { start } = statement
  // JavaScript would read a call and a parenthesis on the next line as one statement.
  const needsEnd = !isAlone || file.text[start] === '('
  const end = needsEnd || file.text.includes(';') ? ';' : ''
  return (text) => {
    const rest = isAlone ? `${newline}${indentation}` : ' '
    return { start, end: start, text: `${objectText(file, object)}${text}${end}${rest}` }
  }
}

/** The statement of a block that a call belongs to, without a function between them. */
function statementOf(file: SourceFile, node: Node): Node | undefined {
  for (let at: Node | undefined = node; at && !isFunction(at); at = file.parents.get(at)) {
    if (/Statement$|Declaration$/.test(at.type) && isInBlock(file, at)) return at
  }
  return undefined
}

function merged(edits: readonly Edit[]): Edit[] {
  const [first] = edits
  if (first === undefined) return []
  return [{ ...first, text: edits.map(({ text }) => text).join('') }]
}

const quotes = new WeakMap<SourceFile, string>()

/** The quotation mark that a file uses most. */
function quoteOf(file: SourceFile): string {
  const known = quotes.get(file)
  if (known !== undefined) return known
  const quote = file.text.split('"').length > file.text.split("'").length ? '"' : "'"
  quotes.set(file, quote)
  return quote
}

const known = new WeakMap<Context, ReadonlyMap<string, Names>>()

/** The parameters of each application and router, by the call that made it. */
function namesOf(context: Context): ReadonlyMap<string, Names> {
  const found = known.get(context)
  if (found !== undefined) return found
  const uses = new Map<string, Use[]>()
  for (const file of context.files) {
    for (const node of file.nodes) {
      const call = methodCallOf(file, node)
      if (call !== undefined) collect(context, call, uses)
    }
  }
  const names = new Map([...uses].map(([site, list]) => [site, readNames(list)] as const))
  known.set(context, names)
  return names
}

function readNames(uses: Use[]): Names {
  uses.sort((one, other) => positionOf(one) - positionOf(other))
  const names: Names = {
    byName: new Map(),
    hasUnknown: uses.some(({ path }) => path === undefined),
  }
  for (const use of uses) {
    for (const { name, test, isPortable } of use.parameters) {
      const found = names.byName.get(name) ?? { test, users: [] }
      names.byName.set(name, found)
      found.users.push(use)
      if (test !== found.test || !isPortable) found.other ??= use.path ?? ''
    }
  }
  return names
}

/** `app.get('/a').get('/b')` begins where `app` begins, so the end of its name counts. */
function positionOf({ call }: Use): number {
  return call.callee.property.start
}

function collect(context: Context, call: MethodCall, uses: Map<string, Use[]>): void {
  const isRegistration = VERBS.has(call.name) || call.name === 'use' || call.name === 'route'
  const [path] = call.node.arguments
  if (!isRegistration || path === undefined) return
  if (call.node.arguments.length < 2 && call.name !== 'route') return
  const subject = context.subject(call.file, call.object, 'app', 'router')
  if (subject === undefined) return
  const paths = pathsOf(context, call.file, path, call.name === 'use')
  for (const site of subject.sites) {
    const list = uses.get(site) ?? []
    for (const each of paths) {
      const parameters = each === undefined ? [] : parametersOf(each, subject.dialect)
      list.push({ call, path: each, parameters })
    }
    uses.set(site, list)
  }
}

/** The texts of a path or of a list of paths; `undefined` for one that is not known. */
function pathsOf(
  context: Context,
  file: SourceFile,
  node: Node,
  isMount: boolean,
): (string | undefined)[] {
  const path = bare(node)
  const text = stringValue(path)
  if (text !== undefined) return [text]
  if (path.type === 'ArrayExpression') {
    return path.elements.flatMap((each) => (each ? pathsOf(context, file, each, isMount) : []))
  }
  if (path.type === 'Identifier') {
    const constant = stringValue(constantOf(context.flow.scopesOf(file), path))
    if (constant !== undefined) return [constant]
    const listed = listedPaths(context, file, path)
    if (listed !== undefined) return listed.map(stringValue)
  }
  const expression = path.type === 'Literal' && 'regex' in path ? path.regex : undefined
  // Without named groups, a regular expression has no parameters with names.
  if (expression !== undefined && !expression.pattern.includes('(?<')) return []
  const isHandler = isMount && (isFunction(path) || !isPathLike(context, file, path))
  return isHandler ? [] : [undefined]
}

/** `app.use(sessions(), …)` and `app.use(router)` have no path; a template or a sum is one. */
function isPathLike(context: Context, file: SourceFile, path: Node): boolean {
  if (path.type === 'TemplateLiteral' || path.type === 'BinaryExpression') return true
  if (path.type === 'Literal') return true
  if (path.type !== 'Identifier' && path.type !== 'MemberExpression') return false
  const values = [...context.flow.valuesOf(file, path)]
  return values.length === 0 || values.every(({ type }) => type === 'unknown')
}
