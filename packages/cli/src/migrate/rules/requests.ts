import type { MemberExpression, Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import {
  enclosingFunction,
  isSimple,
  keyName,
  memberName,
  objectText,
  stringValue,
  textOf,
} from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import {
  type MethodCall,
  needsParentheses,
  renameMember,
  replace,
  replaceHead,
  statementGuard,
} from './calls.ts'
import type { Context } from './context.ts'

/** Calls of members of a request. */
export function migrateRequestCall(context: Context, call: MethodCall): void {
  const subject = context.subject(call.file, call.object, 'req')
  if (subject === undefined) return
  const { dialect } = subject
  const plural = PLURALS[call.name]
  if (call.name === 'param') migrateParam(context, call, subject)
  else if (plural !== undefined && context.moves(dialect, 5)) {
    context.rewrite(
      'D-028',
      { ...call, isSure: subject.isSure },
      {
        text: `req.${call.name} → req.${plural}`,
        edits: [renameMember(call.callee, call.file, plural)],
      },
    )
  } else if (call.name === 'accepts') migrateAccepts(context, call, subject)
  else if (call.name === 'is') reportIs(context, call, subject)
  else if (call.name === 'range' && context.moves(dialect, 5)) {
    context.report(
      'D-031',
      call,
      '5.x returns -2 for a malformed header and -1 for a range that cannot be satisfied; 4.x ' +
        'returns -1 for both. Check what this code does with -2.',
    )
  }
}

const PLURALS: Readonly<Record<string, string>> = {
  acceptsCharset: 'acceptsCharsets',
  acceptsEncoding: 'acceptsEncodings',
  acceptsLanguage: 'acceptsLanguages',
}

/** D-027 */
function migrateParam(context: Context, call: MethodCall, { dialect, isSure }: Subject): void {
  const { file, node, object, given } = call
  if (!context.moves(dialect, 5)) return
  const [name, fallback] = given ?? []
  const key = name && keyText(file, name)
  if (given === undefined || key === undefined || given.length > 2 || !isSimple(object)) {
    context.report(
      'D-027',
      call,
      'req.param is gone in 5.x: read req.params, req.body or req.query, the one that you mean.',
    )
    return
  }
  const req = objectText(file, object)
  const [dot, optional] = key
  const chain = `${req}.params${dot} ?? ${req}.body${optional} ?? ${req}.query${dot}`
  const isWrapped = needsParentheses(file.parents.get(node), node)
  const [open, close] = isWrapped ? [`${statementGuard(file, node, '(')}(`, ')'] : ['', '']
  const edits = fallback
    ? [
        {
          start: node.start,
          end: fallback.start,
          text: `${open}${chain} ?? ${wrapLeft(fallback)}`,
        },
        { start: fallback.end, end: node.end, text: `${wrapRight(fallback)}${close}` },
      ]
    : [replace(node, `${open}${chain}${close}`)]
  context.rewrite(
    'D-027',
    { file, node, isSure },
    { text: `req.param(${textOf(file, name as Node)}) → ${chain}`, edits },
  )
}

/** How a key is read, plainly and after `?.`. */
function keyText(file: SourceFile, name: Node): readonly [string, string] | undefined {
  const text = stringValue(name)
  if (text !== undefined && /^[A-Za-z_$][\w$]*$/.test(text)) return [`.${text}`, `?.${text}`]
  if (text === undefined && !isSimple(name)) return undefined
  const source = textOf(file, name)
  return [`[${source}]`, `?.[${source}]`]
}

/** `??` cannot be mixed with `||` and `&&` without parentheses, and binds tighter than `?:`. */
function isLoose(node: Node): boolean {
  return /^(?:Logical|Conditional|Assignment|Sequence|Arrow|Yield|Await)/.test(node.type)
}

function wrapLeft(node: Node): string {
  return isLoose(node) ? '(' : ''
}

function wrapRight(node: Node): string {
  return isLoose(node) ? ')' : ''
}

/** D-066 */
function migrateAccepts(context: Context, call: MethodCall, { dialect, isSure }: Subject): void {
  const [types] = call.given ?? []
  const text = stringValue(types)
  if (types === undefined || !text?.includes(',') || !context.moves(dialect, 4)) return
  const list = text.split(',').map((each) => `'${each.trim()}'`)
  context.rewrite(
    'D-066',
    { ...call, isSure },
    {
      text: `req.accepts('${text}') → req.accepts([${list.join(', ')}])`,
      edits: [replace(types, `[${list.join(', ')}]`)],
    },
  )
}

/** D-067 */
function reportIs(context: Context, call: MethodCall, { dialect }: Subject): void {
  const parent = call.file.parents.get(call.node)
  if (parent?.type !== 'BinaryExpression' || !context.moves(dialect, 4)) return
  context.report(
    'D-067',
    call,
    'from 4.x on, req.is returns the type, false, or null without a body, and not a Boolean.',
  )
}

/** Members of a request that are not called. */
export function migrateRequestMember(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
): void {
  const name = memberName(node)
  if (name === undefined) return
  if (!NAMES.has(name)) return
  const subject = context.subject(file, node.object, 'req')
  if (subject !== undefined) MEMBERS[name]?.(context, file, node, subject)
}

type MemberRule = (
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  subject: Subject,
) => void

const renamedList = (called: string): MemberRule => {
  return (context, file, node, { dialect, isSure }) => {
    if (!context.moves(dialect, 4)) return
    const name = memberName(node)
    context.rewrite(
      'D-065',
      { file, node, isSure },
      {
        text: `req.${name} → req.${called}()`,
        edits: [renameMember(node, file, called), { start: node.end, end: node.end, text: '()' }],
      },
    )
  }
}

/** Reports a member that is gone. */
const gone = (id: string, changedIn: 4 | 5, advice: string): MemberRule => {
  return (context, file, node, { dialect }) => {
    if (context.moves(dialect, changedIn)) context.report(id, { file, node }, advice)
  }
}

const MEMBERS: Readonly<Record<string, MemberRule>> = {
  acceptedLanguages: renamedList('acceptsLanguages'),
  acceptedEncodings: renamedList('acceptsEncodings'),
  acceptedCharsets: renamedList('acceptsCharsets'),
  accepted: gone(
    'D-065',
    4,
    'req.accepted is gone from 4.x on: req.accepts() returns the types, the best first, as strings.',
  ),
  auth: gone('D-068', 4, 'req.auth is gone from 4.x on: use the package basic-auth.'),
  _body: gone('D-050', 5, 'req._body has no meaning in 5.x: a parser skips a body that was read.'),
  host: migrateHost,
  query: migrateQuery,
  body: reportBody,
  params: migrateParams,
  route: reportRoute,
  files: reportFiles,
}

const NAMES = new Set(Object.keys(MEMBERS))

/** D-029 */
function migrateHost(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect, isSure }: Subject,
): void {
  if (!context.moves(dialect, 5) || isWritten(file, node)) return
  context.rewrite(
    'D-029',
    { file, node, isSure },
    { text: 'req.host → req.hostname', edits: [renameMember(node, file, 'hostname')] },
  )
}

/** D-027, D-028, D-029: members that are gone and are read by destructuring. */
export function migrateRequestPattern(context: Context, file: SourceFile, node: Node): void {
  if (node.type !== 'ObjectPattern') return
  const subject = context.subject(file, node, 'req')
  if (subject === undefined || !context.moves(subject.dialect, 5)) return
  for (const property of node.properties) {
    const name = property.type === 'Property' ? keyName(property) : undefined
    if (property.type !== 'Property' || name === undefined) continue
    const { key, shorthand } = property
    if (name === 'host') {
      const edit = shorthand
        ? { start: key.start, end: key.start, text: 'hostname: ' }
        : replace(key, 'hostname')
      const text = '{ host } → { hostname }'
      context.rewrite(
        'D-029',
        { file, node: property, isSure: subject.isSure },
        { text, edits: [edit] },
      )
    } else if (name === 'param') {
      const advice = 'req.param is gone in 5.x: read req.params, req.body or req.query.'
      context.report('D-027', { file, node: property }, advice)
    } else if (Object.hasOwn(PLURALS, name)) {
      const advice = `req.${name} is gone in 5.x: use req.${PLURALS[name]}.`
      context.report('D-028', { file, node: property }, advice)
    }
  }
}

/** D-019, D-024, D-026 */
function migrateQuery(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect, isSure }: Subject,
): void {
  if (!context.moves(dialect, 5)) return
  if (migrateHasOwn(context, file, node, { id: 'D-026', isSure })) return
  const parent = file.parents.get(node)
  const isMerged =
    parent?.type === 'CallExpression' &&
    parent.arguments[0] === node &&
    /^(?:Object\.(?:assign|defineProperty)|_\.(?:extend|assign|merge|defaults))$/.test(
      textOf(file, parent.callee),
    )
  const member = parent?.type === 'MemberExpression' && parent.object === node ? parent : undefined
  if (isMerged || isWritten(file, node) || (member && isWritten(file, member))) {
    keepQuery(context, file, node, isSure)
  } else if (member && isReadDeeper(file, member)) {
    context.reportOnce(
      'D-019',
      { file, node },
      "nested queries such as a[b]=1 need app.set('query parser', 'extended') in 5.x.",
    )
  }
}

const QUERY_ADVICE =
  'req.query is a getter in 5.x: changes are lost, and an assignment throws in strict mode. ' +
  'Keep your own values in res.locals or in another member of req.'

const keptQueries = new WeakMap<Context, Set<string>>()

/**
 * D-024: before a function changes the query, the query becomes a member of the request, as it is in
 * 4.x. Handlers that run later see the changes, too.
 */
function keepQuery(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  isSure: boolean,
): void {
  const { object } = node
  const owner = enclosingFunction(file, node)
  const body = owner?.body?.type === 'BlockStatement' ? owner.body : undefined
  const isParameter = object.type === 'Identifier' && isParameterOf(context, file, object)
  if (body === undefined || !isParameter) {
    context.report('D-024', { file, node }, QUERY_ADVICE)
    return
  }
  const req = textOf(file, object)
  const call = `Object.defineProperty(${req}, 'query', { value: ${req}.query, writable: true, enumerable: true, configurable: true })`
  const done = keptQueries.get(context) ?? new Set()
  keptQueries.set(context, done)
  const key = `${file.path} ${body.start} ${req}`
  if (done.has(key) || textOf(file, body).includes(call)) return
  done.add(key)
  const [place, text] = startOfBody(file, body, call)
  context.rewrite(
    'D-024',
    { file, node, isSure },
    {
      text: `${req}.query becomes a member that can be changed`,
      advice: QUERY_ADVICE,
      edits: [{ start: place, end: place, text }],
    },
  )
}

/** Whether a name is a parameter of a function around it, so that it is known at its start. */
function isParameterOf(context: Context, file: SourceFile, identifier: Node): boolean {
  const name = identifier.type === 'Identifier' ? identifier.name : ''
  return context.flow.scopesOf(file).lookup(identifier, name)?.kind === 'parameter'
}

/** The place behind the directives of a function, and a statement in the style of the file. */
function startOfBody(
  file: SourceFile,
  body: Extract<Node, { type: 'BlockStatement' }>,
  statement: string,
): [number, string] {
  const directives = body.body.filter((each) => 'directive' in each && each.directive)
  const place = directives.at(-1)?.end ?? body.start + 1
  const first = body.body[directives.length]
  const before = first === undefined ? '' : file.text.slice(place, first.start)
  const end = file.text.includes(';') ? ';' : ''
  const [indent] = /\r?\n[ \t]*$/.exec(before) ?? [' ']
  // Without a line break and a semicolon, the statement would run into the next one.
  return [place, `${indent}${statement}${indent === ' ' ? ';' : end}`]
}

function isReadDeeper(file: SourceFile, member: MemberExpression): boolean {
  const parent = file.parents.get(member)
  if (parent?.type !== 'MemberExpression' || parent.object !== member) return false
  const name = memberName(parent)
  // Methods and fields of strings and arrays do not say that the query is nested.
  return name === undefined || !(name in String.prototype || name in Array.prototype)
}

/** D-032 */
function reportBody(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect }: Subject,
): void {
  if (!context.moves(dialect, 5) || !usesOwnParsers(context)) return
  const parent = file.parents.get(node)
  const isRead =
    (parent?.type === 'MemberExpression' && parent.object === node && !parent.optional) ||
    (parent?.type === 'VariableDeclarator' && parent.id.type === 'ObjectPattern')
  if (!isRead || (parent?.type === 'MemberExpression' && isWritten(file, parent))) return
  const owner = enclosingFunction(file, node)
  const key = `D-032 ${file.path} ${owner?.start}`
  if (reportedBodies(context).has(key)) return
  reportedBodies(context).add(key)
  context.report(
    'D-032',
    { file, node },
    'req.body is undefined in 5.x if the request has no body or no parser takes it. Write ' +
      'req.body?.name, or (req.body ?? {}) before destructuring, here and in the rest of this handler.',
  )
}

const bodies = new WeakMap<Context, Set<string>>()

function reportedBodies(context: Context): Set<string> {
  const known = bodies.get(context) ?? new Set<string>()
  bodies.set(context, known)
  return known
}

/** Other parsers, such as the package body-parser, keep their own default. */
function usesOwnParsers(context: Context): boolean {
  const known = parsers.get(context)
  if (known !== undefined) return known
  const isUsed = context.files.some((file) =>
    file.nodes.some((node) => {
      if (node.type !== 'CallExpression') return false
      const name = context.subject(file, node.callee, 'middleware')?.name
      return name !== undefined && /^(?:json|urlencoded|bodyParser|text|raw)$/.test(name)
    }),
  )
  parsers.set(context, isUsed)
  return isUsed
}

const parsers = new WeakMap<Context, boolean>()

/** D-005 */
function migrateParams(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect, isSure }: Subject,
): void {
  if (context.moves(dialect, 5) && migrateHasOwn(context, file, node, { id: 'D-005', isSure }))
    return
  const parent = file.parents.get(node)
  const member = parent?.type === 'MemberExpression' && parent.object === node ? parent : undefined
  const name = member && memberName(member)
  if (name !== undefined && /^(?:length|forEach|map|slice|join)$/.test(name)) {
    if (!context.moves(dialect, 4)) return
    context.report('D-005', { file, node }, 'req.params is an object from 4.x on, not an array.')
  }
}

/** `req.params.hasOwnProperty(name)` to `Object.hasOwn(req.params, name)`. */
export function migrateHasOwn(
  context: Context,
  file: SourceFile,
  node: Node,
  { id, isSure }: { id: string; isSure: boolean },
): boolean {
  const member = file.parents.get(node)
  if (member?.type !== 'MemberExpression' || memberName(member) !== 'hasOwnProperty') return false
  const call = file.parents.get(member)
  const isCall = call?.type === 'CallExpression' && call.callee === member
  const [name] = isCall ? call.arguments : []
  if (!isCall || name === undefined) return false
  const owner = textOf(file, node)
  context.rewrite(
    id,
    { file, node: call, isSure },
    {
      text: `${owner}.hasOwnProperty(…) → Object.hasOwn(${owner}, …)`,
      edits: [replaceHead(file, call, `Object.hasOwn(${owner}, `)],
    },
  )
  return true
}

/** D-069 */
function reportRoute(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect }: Subject,
): void {
  const parent = file.parents.get(node)
  const name = parent?.type === 'MemberExpression' ? memberName(parent) : undefined
  if (
    !context.moves(dialect, 4) ||
    !name ||
    !/^(?:method|callbacks|keys|regexp|params)$/.test(name)
  ) {
    return
  }
  context.report('D-069', { file, node }, `req.route has no member ${name} from 4.x on.`)
}

/** D-070 */
function reportFiles(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect }: Subject,
): void {
  if (!context.moves(dialect, 4)) return
  context.reportOnce(
    'D-070',
    { file, node },
    'from 4.x on, req.files comes from a package. connect-multiparty, which replaces the parser of ' +
      '3.x here, has the same members; multer is better kept.',
  )
}

/** Whether a member is assigned, deleted or counted up. */
export function isWritten(file: SourceFile, node: Node): boolean {
  const parent = file.parents.get(node)
  switch (parent?.type) {
    case 'AssignmentExpression':
      return parent.left === node
    case 'UpdateExpression':
      return true
    case 'UnaryExpression':
      return parent.operator === 'delete'
    default:
      return false
  }
}
