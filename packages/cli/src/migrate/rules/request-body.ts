import type { MemberExpression } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { enclosingFunction, isWritten } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Context } from './context.ts'

/** The functions that have a report: one for each is enough. */
const reportedIn = new WeakMap<Context, Set<string>>()

/** D-032 */
export function reportBody(
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
  const reported = reportedIn.get(context) ?? new Set()
  reportedIn.set(context, reported)
  const key = `${file.path} ${enclosingFunction(file, node)?.start}`
  if (reported.has(key)) return
  reported.add(key)
  context.report(
    'D-032',
    { file, node },
    'req.body is undefined in 5.x if the request has no body or no parser takes it. Write ' +
      'req.body?.name, or (req.body ?? {}) before destructuring, here and in the rest of this handler.',
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
