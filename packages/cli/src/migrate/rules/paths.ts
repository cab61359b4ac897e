import type { CallExpression, Node, TemplateLiteral } from 'oxc-parser'
import { VERBS } from '../flow/members.ts'
import type { Dialect } from '../flow/values.ts'
import { type Capture, type Conversion, convertPattern } from '../patterns/convert.ts'
import { ledgerId } from '../patterns/ledger-id.ts'
import {
  bare,
  type FunctionNode,
  isFunction,
  parameterTarget,
  stringValue,
  textOf,
} from '../syntax/nodes.ts'
import { constantOf } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type Edit, type MethodCall, replace } from './calls.ts'
import type { Captures } from './captures.ts'
import type { Context } from './context.ts'
import { isLoosePath, listedPaths } from './loose-paths.ts'
import { type MovedPatterns, movePatterns } from './parameter-patterns.ts'

interface Registration {
  readonly dialect: Dialect
  readonly isSure: boolean
  readonly isMount: boolean
  readonly call: MethodCall
}

/** Path patterns in calls that register routes and mounts: D-001 to D-007, D-079. */
export function migratePaths(context: Context, call: MethodCall, captures: Captures): void {
  const { file, node, object, name } = call
  const isRegistration = VERBS.has(name) || name === 'use' || name === 'route'
  if (!isRegistration) return
  const subject = context.subject(file, object, 'app', 'router')
  const [path] = node.arguments
  if (subject === undefined || path === undefined) return
  if (node.arguments.length < 2 && name !== 'route') return
  const isMount = name === 'use'
  const registration = { ...subject, isMount, call }
  if (context.moves(subject.dialect, 5)) {
    const converted = migratePath(context, file, path, registration)
    if (isUnread(context, call, bare(path))) context.loosePaths.push(call)
    for (const handler of handlersOf(context, call)) {
      const known = captures.get(handler)
      if (known === undefined) captures.set(handler, [...converted])
      else known.push(...converted)
    }
    reportMount(context, call, bare(path), isMount)
  }
  reportSlash(context, call, bare(path))
}

/** The handlers of a registration, also of `app.route(path).get(handler).post(handler)`. */
function handlersOf(context: Context, { file, node, name }: MethodCall): FunctionNode[] {
  const handlers = handlersOfCall(context, file, node)
  if (name !== 'route') return handlers
  let at: Node = node
  for (;;) {
    const member = file.parents.get(at)
    const call = member && file.parents.get(member)
    if (member?.type !== 'MemberExpression' || call?.type !== 'CallExpression') return handlers
    handlers.push(...handlersOfCall(context, file, call))
    at = call
  }
}

/** The functions that a call registers, and those that it wraps: `wrap(async (req, res) => …)`. */
function handlersOfCall(context: Context, file: SourceFile, call: CallExpression): FunctionNode[] {
  const wrapped = call.arguments.flatMap((each) => wrappedIn(context, file, each))
  return [...new Set([...context.flow.handlersOf(call), ...wrapped])]
}

/** Handlers without a name in the arguments of wrappers. No other registration can use them. */
function wrappedIn(context: Context, file: SourceFile, node: Node): FunctionNode[] {
  const value = bare(node)
  if (value.type === 'CallExpression') {
    return value.arguments.flatMap((each) => wrappedIn(context, file, each))
  }
  if (!isFunction(value)) return []
  const isHandler = value.params.some((each) => context.subject(file, parameterTarget(each), 'req'))
  return isHandler ? [value] : []
}

/** Rewrites one path or a list of paths, and returns the captures of each with new names. */
function migratePath(
  context: Context,
  file: SourceFile,
  node: Node,
  registration: Registration,
): Capture[][] {
  const path = bare(node)
  if (path.type === 'ArrayExpression') {
    return path.elements.flatMap((each) =>
      each ? migratePath(context, file, each, registration) : [],
    )
  }
  const listed = path.type === 'Identifier' ? listedPaths(context, file, path) : undefined
  if (listed === undefined) return [migrateOnePath(context, file, path, registration)]
  return listed.flatMap((each) =>
    context.hasSpotAt(file, each) ? [] : migratePath(context, file, each, registration),
  )
}

function migrateOnePath(
  context: Context,
  file: SourceFile,
  path: Node,
  registration: Registration,
): Capture[] {
  const text = stringValue(path)
  if (text !== undefined) {
    const conversion = convertPattern(text, registration)
    return rewritePath(context, { file, path, text }, conversion, registration)
  }
  if (path.type === 'TemplateLiteral') return migrateTemplate(context, file, path, registration)
  if (path.type === 'BinaryExpression' && path.operator === '+') {
    return migrateSum(context, file, path, registration)
  }
  return path.type === 'Identifier' ? migrateConstant(context, file, path, registration) : []
}

/** Whether a path was not read: a name that stands for none that is known. */
function isUnread(context: Context, call: MethodCall, path: Node): boolean {
  if (!isLoosePath(context, call, path)) return false
  if (path.type !== 'Identifier') return true
  const { file } = call
  const scopes = context.flow.scopesOf(file)
  if (stringValue(constantOf(scopes, path)) !== undefined) return false
  return listedPaths(context, file, path) === undefined
}

interface Place {
  readonly file: SourceFile
  readonly path: Node
  readonly text: string
}

function rewritePath(
  context: Context,
  { file, path, text }: Place,
  conversion: Conversion,
  registration: Registration,
): Capture[] {
  const { isSure } = registration
  const id = ledgerId(text)
  if (conversion.type === 'same') return []
  if (conversion.type === 'unclear') {
    context.reportStop(id, { file, node: path }, `${conversion.reason}. Write it for 5.x by hand.`)
    return []
  }
  const moved =
    conversion.type === 'regexp'
      ? movePatterns(context, registration.call, text, registration.dialect)
      : undefined
  if (moved !== undefined && 'path' in moved) {
    rewriteWithPatterns(context, { file, path, text }, moved, registration)
    return []
  }
  const remark = moved === undefined ? '' : ` (${moved.reason})`
  if (conversion.type === 'regexp' && hasRoutingSettings(context)) {
    context.reportStop(
      id,
      { file, node: path },
      `5.x needs a regular expression for '${text}': /${conversion.source}/i, without the settings ` +
        `for case and trailing slashes that this program uses.${remark}`,
    )
    return []
  }
  const written =
    conversion.type === 'regexp'
      ? `/${conversion.source}/i`
      : quoteLike(file, path, conversion.pattern)
  context.rewrite(
    id,
    { file, node: path, isSure },
    {
      text: `'${text}' → ${written}${remark}`,
      edits: [replace(path, written)],
      stopsStart: true,
    },
  )
  return conversion.type === 'string' ? [...conversion.captures] : []
}

/** `/:id(\\d+)` to `/:id` with a call of `param`, before the first path that has the parameter. */
function rewriteWithPatterns(
  context: Context,
  { file, path, text }: Place,
  moved: MovedPatterns,
  registration: Registration,
): void {
  const conversion = convertPattern(moved.path, registration)
  const pattern = conversion.type === 'string' ? conversion.pattern : moved.path
  const written = quoteLike(file, path, pattern)
  context.rewrite(
    'D-003',
    { file, node: path, isSure: registration.isSure },
    {
      text: `'${text}' → ${written} and ${moved.calls}`,
      edits: [...moved.edits, replace(path, written)],
      stopsStart: true,
    },
  )
}

const routingSettings = new WeakMap<Context, boolean>()

/** A regular expression does not follow the settings of a router. */
function hasRoutingSettings(context: Context): boolean {
  const known = routingSettings.get(context)
  if (known !== undefined) return known
  const isFound = context.files.some(({ text }) =>
    /['"](?:strict|case sensitive) routing['"]|\bcaseSensitive\s*:|\bstrict\s*:\s*true/.test(text),
  )
  routingSettings.set(context, isFound)
  return isFound
}

/** Each literal part of a template is converted on its own, if that is possible. */
function migrateTemplate(
  context: Context,
  file: SourceFile,
  template: TemplateLiteral,
  registration: Registration,
): Capture[] {
  const parts = template.quasis.map(({ value, start, end }) => {
    // The range of a part includes its delimiters in some parsers, so search for the text.
    const at = file.text.indexOf(value.raw, start)
    return { text: value.cooked ?? value.raw, start: at, end: at + value.raw.length, limit: end }
  })
  const raw = (text: string) => text.replace(/[`\\]|\$\{/g, '\\$&')
  return migrateParts(context, { file, node: template, parts, raw }, registration)
}

function migrateSum(
  context: Context,
  file: SourceFile,
  sum: Node,
  registration: Registration,
): Capture[] {
  const parts = operandsOf(sum).flatMap((each) => {
    const text = stringValue(each)
    return text === undefined ? [] : [{ text, start: each.start + 1, end: each.end - 1 }]
  })
  const raw = (text: string) => text.replace(/['"\\]/g, '\\$&')
  return migrateParts(context, { file, node: sum, parts, raw }, registration)
}

function operandsOf(node: Node): Node[] {
  const value = bare(node)
  if (value.type !== 'BinaryExpression' || value.operator !== '+') return [value]
  return [...operandsOf(value.left), ...operandsOf(value.right)]
}

interface Parts {
  readonly file: SourceFile
  readonly node: Node
  readonly parts: readonly { text: string; start: number; end: number }[]
  readonly raw: (text: string) => string
}

function migrateParts(
  context: Context,
  { file, node, parts, raw }: Parts,
  { dialect, isMount, isSure }: Registration,
): Capture[] {
  const captures: Capture[] = []
  const edits: Edit[] = []
  for (const { text, start, end } of parts) {
    const place = { dialect, isMount, isPart: true, splats: captures.length }
    const conversion = convertPattern(text, place)
    if (conversion.type === 'same') continue
    if (conversion.type !== 'string') {
      const reason = conversion.type === 'unclear' ? conversion.reason : 'it needs another form'
      context.reportStop(ledgerId(text), { file, node }, `${reason}. Write it for 5.x by hand.`)
      return []
    }
    captures.push(
      ...conversion.captures.map((each) =>
        /^\d+$/.test(each.key) ? { ...each, key: String(captures.length) } : each,
      ),
    )
    edits.push({ start, end, text: raw(conversion.pattern) })
  }
  if (edits.length === 0) return []
  const text = `${textOf(file, node)} → parts in the spelling of 5.x`
  const [first] = parts.filter((part) => edits.some(({ start }) => start === part.start))
  context.rewrite(
    ledgerId(first?.text ?? ''),
    { file, node, isSure },
    { text, edits, stopsStart: true },
  )
  return captures
}

/** A constant that only names paths: its definition is rewritten, once. */
function migrateConstant(
  context: Context,
  file: SourceFile,
  identifier: Extract<Node, { type: 'Identifier' }>,
  registration: Registration,
): Capture[] {
  const scopes = context.flow.scopesOf(file)
  const binding = scopes.lookup(identifier, identifier.name)
  const declarator = binding?.file.parents.get(binding.identifier)
  if (binding?.kind !== 'constant' || declarator?.type !== 'VariableDeclarator') return []
  const text = stringValue(declarator.init)
  if (declarator.init === null || text === undefined) return []
  const conversion = convertPattern(text, registration)
  if (conversion.type === 'same') return []
  const path = declarator.init
  if (scopes.usesOf(binding).length > 1) {
    const id = ledgerId(text)
    if (!context.hasSpotAt(file, path)) {
      context.reportStop(
        id,
        { file, node: path },
        `'${text}' is a pattern of ${registration.dialect}.x that is used in several places. ` +
          `In 5.x write ${conversion.type === 'string' ? `'${conversion.pattern}'` : 'another form'}.`,
      )
    }
    return []
  }
  return rewritePath(context, { file, path, text }, conversion, registration)
}

function quoteLike(file: SourceFile, node: Node, text: string): string {
  const quote = file.text[node.start] ?? "'"
  const escaped = text.replace(/\\/g, '\\\\').replaceAll(quote, `\\${quote}`)
  return `${quote}${escaped}${quote}`
}

/** D-006 */
function reportMount(context: Context, call: MethodCall, path: Node, isMount: boolean): void {
  const isExpression = path.type === 'Literal' && 'regex' in path && path.regex !== undefined
  if (!isMount) return
  if (isExpression) {
    context.report(
      'D-006',
      call,
      '5.x ends a mount path before a slash only, so this expression no longer takes the part ' +
        'before a dot.',
    )
  }
}

/** D-007: such a path matches nothing, in any dialect. */
function reportSlash(context: Context, call: MethodCall, path: Node): void {
  const text = stringValue(path)
  if (text === undefined || text === '' || !/^[\w~@.-]|^:\w+(?![\w?*+(])/.test(text)) return
  if (/^[\w~@.-][?*]/.test(text)) return
  context.report(
    'D-007',
    call,
    `'${text}' never matches: a path starts with a slash. Write '/${text}'.`,
  )
}
