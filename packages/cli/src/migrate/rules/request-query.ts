import type { MemberExpression, Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { enclosingFunction, isWritten, memberName, textOf } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Context } from './context.ts'
import { migrateHasOwn } from './has-own.ts'

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

/** The functions that keep the query already. */
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
  if (body === undefined || !isParameter(context, file, object)) {
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

function isReadDeeper(file: SourceFile, member: MemberExpression): boolean {
  const parent = file.parents.get(member)
  if (parent?.type !== 'MemberExpression' || parent.object !== member) return false
  const name = memberName(parent)
  // Methods and fields of strings and arrays do not say that the query is nested.
  return name === undefined || !(name in String.prototype || name in Array.prototype)
}
