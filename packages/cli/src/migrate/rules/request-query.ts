import type { MemberExpression, Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { enclosingFunction, isWritten, memberName, textOf } from '../syntax/nodes.ts'
import { quoted } from '../syntax/quotes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Context } from './context.ts'
import { migrateHasOwn } from './has-own.ts'
import { memberSource } from './request-members.ts'

/** D-019, D-024, D-026 */
export function migrateQuery(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect, isSure }: Subject,
): void {
  if (!context.moves(dialect, 5)) return
  if (migrateHasOwn(context, file, node, { id: 'D-026', isSure })) return
  const parent = file.parents.get(node)
  if (isWritten(file, node) || isChanged(file, node)) {
    keepQuery(context, file, { node, request: node.object, at: node, isSure })
  } else if (parent?.type === 'MemberExpression' && isReadDeeper(file, node, parent)) {
    context.reportOnce(
      'D-019',
      { file, node },
      "nested queries such as a[b]=1 need app.set('query parser', 'extended') in 5.x.",
    )
  }
}

/** D-024: a variable for the query: `const { query } = req; query.page = 1`. */
export function migrateQueryVariable(context: Context, file: SourceFile, node: Node): void {
  if (node.type !== 'Identifier' || !isChanged(file, node)) return
  const source = memberSource(context, file, node, 'query')
  if (source === undefined || !context.moves(source.subject.dialect, 5)) return
  const { request, at, subject } = source
  keepQuery(context, file, { node, request, at, isSure: subject.isSure })
}

/** Whether a member of an object is written, or others are merged into it. */
function isChanged(file: SourceFile, node: Node): boolean {
  const parent = file.parents.get(node)
  if (parent?.type === 'MemberExpression') return parent.object === node && isWritten(file, parent)
  if (parent?.type !== 'CallExpression' || parent.arguments[0] !== node) return false
  return /^(?:Object\.(?:assign|defineProperty)|_\.(?:extend|assign|merge|defaults))$/.test(
    textOf(file, parent.callee),
  )
}

const QUERY_ADVICE =
  'req.query is a getter in 5.x: changes are lost, and an assignment throws in strict mode. ' +
  'Keep your own values in res.locals or in another member of req.'

interface QueryChange {
  readonly node: Node
  readonly request: Node | undefined
  /** A node of the function that reads the query. */
  readonly at: Node
  readonly isSure: boolean
}

/** The functions that keep the query already. */
const keptQueries = new WeakMap<Context, Set<string>>()

/**
 * D-024: before a function changes the query, the query becomes a member of the request, as it is in
 * 4.x. Handlers that run later see the changes, too.
 */
function keepQuery(
  context: Context,
  file: SourceFile,
  { node, request, at, isSure }: QueryChange,
): void {
  const owner = enclosingFunction(file, at)
  const body = owner?.body?.type === 'BlockStatement' ? owner.body : undefined
  if (body === undefined || request === undefined || !isParameter(context, file, request)) {
    context.report('D-024', { file, node }, QUERY_ADVICE)
    return
  }
  const req = textOf(file, request)
  const member = quoted(file, 'query')
  const call = `Object.defineProperty(${req}, ${member}, { value: ${req}.query, writable: true, enumerable: true, configurable: true })`
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
function isParameter(context: Context, file: SourceFile, node: Node): boolean {
  if (node.type !== 'Identifier') return false
  return context.flow.scopesOf(file).lookup(node, node.name)?.kind === 'parameter'
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

function isReadDeeper(file: SourceFile, query: Node, member: MemberExpression): boolean {
  const parent = file.parents.get(member)
  if (member.object !== query) return false
  if (parent?.type !== 'MemberExpression' || parent.object !== member) return false
  const name = memberName(parent)
  // Methods and fields of strings and arrays do not say that the query is nested.
  return name === undefined || !(name in String.prototype || name in Array.prototype)
}
