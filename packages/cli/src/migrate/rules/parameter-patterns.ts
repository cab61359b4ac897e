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
  const uses = usesOf(context).get(subject.sites[0] ?? '') ?? []
  const places: Edit[] = []
  const calls: string[] = []
  for (const { name, test = '' } of parameters) {
    const literal = patternLiteral(test)
    const reason = reasonToKeep(uses, name, test) ?? reasonOfCase(context, test)
    if (reason !== undefined) return { reason: `not .param('${name}', ${literal}): ${reason}` }
    const users = uses.filter((each) => each.parameters.some((one) => one.name === name))
    const place = placeFor(users)
    if (place === undefined) {
      return { reason: `not .param('${name}', ${literal}): no place is certain to run first` }
    }
    calls.push(`.param('${name}', ${literal})`)
    if (users[0]?.call.node === call.node && isFirstPath(users, call, path)) {
      places.push(place(`.param(${quoteOf(call.file)}${name}${quoteOf(call.file)}, ${literal})`))
    }
  }
  return { path: plain, calls: calls.join(', '), edits: merged(places) }
}

/** Why the pattern of a name cannot apply to all paths of a router. */
function reasonToKeep(uses: readonly Use[], name: string, test: string): string | undefined {
  for (const { path, parameters } of uses) {
    if (path === undefined) return 'a path of the same router is not known'
    const found = parameters.find((each) => each.name === name)
    if (found === undefined || (found.test === test && found.isPortable)) continue
    const what = found.test === undefined ? 'no pattern' : 'another pattern'
    return `'${path}' of the same router has ${what} for ${name}. Rename one of the two to use it`
  }
  return undefined
}

function reasonOfCase(context: Context, test: string): string | undefined {
  const hasSetting = context.files.some(({ text }) =>
    /case sensitive routing|caseSensitive/.test(text),
  )
  return hasSetting && dependsOnCase(test) ? 'the program sets the case of its routes' : undefined
}

/** Whether a path is the first one of the first call that has a parameter. */
function isFirstPath(users: readonly Use[], call: MethodCall, path: string): boolean {
  return users.find((each) => each.call.node === call.node)?.path === path
}

/** Makes the edit that adds a line before the first path, if it runs before or with all others. */
function placeFor(users: readonly Use[]): ((text: string) => Edit) | undefined {
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

function quoteOf(file: SourceFile): string {
  const doubles = file.text.split('"').length
  return doubles > file.text.split("'").length ? '"' : "'"
}

const known = new WeakMap<Context, ReadonlyMap<string, readonly Use[]>>()

/** The paths of each application and router, by the call that made it, in the order of the source. */
function usesOf(context: Context): ReadonlyMap<string, readonly Use[]> {
  const found = known.get(context)
  if (found !== undefined) return found
  const uses = new Map<string, Use[]>()
  for (const file of context.files) {
    for (const node of file.nodes) {
      const call = methodCallOf(file, node)
      if (call !== undefined) collect(context, call, uses)
    }
  }
  for (const list of uses.values()) list.sort((one, other) => positionOf(one) - positionOf(other))
  known.set(context, uses)
  return uses
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
