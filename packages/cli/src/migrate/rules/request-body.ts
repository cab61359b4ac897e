import type { Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { enclosingFunction, isWritten, textOf } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Context } from './context.ts'
import { memberSource } from './request-members.ts'

/** The functions that have a report: one for each is enough. */
const reportedIn = new WeakMap<Context, Set<string>>()

/** D-032: `req.body.name`, also with a variable for the body. */
export function reportBody(context: Context, file: SourceFile, node: Node): void {
  if (node.type !== 'Identifier' && node.type !== 'MemberExpression') return
  if (!needsObject(file, node)) return
  const source = memberSource(context, file, node, 'body')
  if (source) reportRead(context, file, node, source.subject)
}

/** D-032: `({ body: { name } }, res) => …` */
export function reportBodyPattern(
  context: Context,
  file: SourceFile,
  property: Extract<Node, { type: 'Property' }>,
  subject: Subject,
): void {
  if (property.value.type === 'ObjectPattern') reportRead(context, file, property, subject)
}

/** Whether code behaves differently if a value is `undefined` and not an empty object. */
function needsObject(file: SourceFile, node: Node): boolean {
  const parent = file.parents.get(node)
  switch (parent?.type) {
    case 'MemberExpression':
      return parent.object === node && !parent.optional && !isWritten(file, parent)
    case 'VariableDeclarator':
      return parent.init === node && parent.id.type === 'ObjectPattern'
    case 'BinaryExpression':
      return parent.operator === 'in' && parent.right === node
    case 'CallExpression':
    case 'NewExpression': {
      const callee = textOf(file, parent.callee)
      const isMerged = callee === 'Object.assign' && parent.arguments[0] !== node
      return parent.callee !== node && !isMerged && !TOLERANT.test(callee)
    }
    default:
      return false
  }
}

/** Functions that take `undefined` as well, and logs. */
const TOLERANT = /^(?:console\.|Boolean$|\w*(?:log|logger|debug)\b)/i

function reportRead(context: Context, file: SourceFile, node: Node, { dialect }: Subject): void {
  if (!context.moves(dialect, 5) || !usesOwnParsers(context)) return
  const reported = reportedIn.get(context) ?? new Set()
  reportedIn.set(context, reported)
  const key = `${file.path} ${enclosingFunction(file, node)?.start}`
  if (reported.has(key)) return
  reported.add(key)
  context.report(
    'D-032',
    { file, node },
    'req.body is undefined in 5.x if the request has no body or no parser takes it. Write ' +
      'req.body?.name, or req.body ?? {} for all of it, here and in the rest of this handler.',
  )
}

const parsers = new WeakMap<Context, boolean>()

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
