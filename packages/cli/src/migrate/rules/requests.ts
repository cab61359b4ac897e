import type { MemberExpression, Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { isWritten, keyName, memberName, stringValue } from '../syntax/nodes.ts'
import { quoted } from '../syntax/quotes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type MethodCall, renameMember, replace } from './calls.ts'
import type { Context } from './context.ts'
import { migrateHasOwn } from './has-own.ts'
import { reportBodyPattern } from './request-body.ts'
import { migrateParam } from './request-param.ts'
import { migrateQuery } from './request-query.ts'

/** Calls of members of a request. */
export function migrateRequestCall(context: Context, call: MethodCall): void {
  const subject = context.subject(call.file, call.object, 'req')
  if (subject === undefined) return
  const { dialect } = subject
  const plural = Object.hasOwn(PLURALS, call.name) ? PLURALS[call.name] : undefined
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

/** D-066 */
function migrateAccepts(context: Context, call: MethodCall, { dialect, isSure }: Subject): void {
  const [types] = call.given ?? []
  const text = stringValue(types)
  if (types === undefined || !text?.includes(',') || !context.moves(dialect, 4)) return
  const list = text.split(',').map((each) => quoted(call.file, each.trim(), types))
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
  if (name === undefined || !Object.hasOwn(MEMBERS, name)) return
  const subject = context.subject(file, node.object, 'req')
  if (subject !== undefined) MEMBERS[name]?.(context, file, node, subject)
}

type MemberRule = (
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  subject: Subject,
) => void

/** Renames a list of 3.x to the method that returns it. */
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
  params: migrateParams,
  route: reportRoute,
  files: reportFiles,
}

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

/** D-005 */
function migrateParams(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect, isSure }: Subject,
): void {
  const hasMoved = context.moves(dialect, 5)
  if (hasMoved && migrateHasOwn(context, file, node, { id: 'D-005', isSure })) return
  const parent = file.parents.get(node)
  const isRead = parent?.type === 'MemberExpression' && parent.object === node
  const name = isRead ? memberName(parent) : undefined
  const isOfArray = name !== undefined && /^(?:length|forEach|map|slice|join)$/.test(name)
  if (!isOfArray || !context.moves(dialect, 4)) return
  context.report('D-005', { file, node }, 'req.params is an object from 4.x on, not an array.')
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
  const isGone = name !== undefined && /^(?:method|callbacks|keys|regexp|params)$/.test(name)
  if (!isGone || !context.moves(dialect, 4)) return
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

/** D-027, D-028, D-029, D-032: members that are gone and are read by destructuring. */
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
    } else if (name === 'body') {
      reportBodyPattern(context, file, property, subject)
    } else if (Object.hasOwn(PLURALS, name)) {
      const advice = `req.${name} is gone in 5.x: use req.${PLURALS[name]}.`
      context.report('D-028', { file, node: property }, advice)
    }
  }
}
