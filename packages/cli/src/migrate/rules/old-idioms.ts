import type { Node } from 'oxc-parser'
import { bare, memberName } from '../syntax/nodes.ts'
import { childrenOf, type SourceFile } from '../syntax/source-file.ts'
import { type MethodCall, methodCallOf } from './calls.ts'
import type { Context } from './context.ts'

/** Members of lists that take layers out of a stack or move them. */
const SURGERY = /^(?:splice|pop|shift|unshift|sort|reverse|copyWithin|fill)$/

/** Code for which webapp has a member or a setting, and Express has none. It keeps working. */
export function reportOldIdioms(context: Context, file: SourceFile, node: Node): void {
  if (context.target === 'express') return
  if (node.type === 'MemberExpression') reportSurgery(context, file, node)
  const call = methodCallOf(file, node)
  if (call?.name === 'all') reportHandmade405(context, call)
}

/** `app._router.stack.splice(…)`, `app.router.stack = app.router.stack.filter(…)` */
function reportSurgery(context: Context, file: SourceFile, node: Node): void {
  if (node.type !== 'MemberExpression' || memberName(node) !== 'stack') return
  if (!isChanged(file, node) || !isRouter(context, file, node.object)) return
  context.report(
    'remove',
    { file, node },
    'webapp removes routes and middleware itself: app.remove(route, handler or name) returns how many ' +
      'layers it removed.',
  )
}

function isRouter(context: Context, file: SourceFile, node: Node): boolean {
  if (context.subject(file, node, 'router') !== undefined) return true
  const inner = bare(node)
  if (inner.type !== 'MemberExpression') return false
  const isInner = /^_?router$/.test(memberName(inner) ?? '')
  return isInner && context.subject(file, inner.object, 'app') !== undefined
}

function isChanged(file: SourceFile, stack: Node): boolean {
  const parent = file.parents.get(stack)
  if (parent?.type === 'AssignmentExpression') return parent.left === stack
  if (parent?.type === 'UnaryExpression') return parent.operator === 'delete'
  if (parent?.type !== 'MemberExpression' || parent.object !== stack) return false
  const user = file.parents.get(parent)
  if (user?.type === 'CallExpression' && user.callee === parent) {
    return SURGERY.test(memberName(parent) ?? '')
  }
  if (user?.type === 'UnaryExpression') return user.operator === 'delete'
  return user?.type === 'AssignmentExpression' && user.left === parent
}

/** `app.all(path, (req, res) => res.sendStatus(405))`, also at the end of `app.route(path)`. */
function reportHandmade405(context: Context, call: MethodCall): void {
  if (context.subject(call.file, call.object, 'app', 'router', 'route') === undefined) return
  const handlers = [...context.flow.handlersOf(call.node)]
  if (!handlers.some((each) => each.body != null && sends405(each.body))) return
  context.reportOnce(
    'method not allowed',
    call,
    "webapp responds 405 itself, with the methods in Allow: app.enable('method not allowed'). Then " +
      'remove such handlers, which also answer OPTIONS with 405.',
  )
}

/** `res.sendStatus(405)`, `res.status(405)`, `createError(405)`, `res.statusCode = 405` */
function sends405(node: Node): boolean {
  if (node.type === 'CallExpression' && is405(node.arguments[0])) return true
  if (node.type === 'AssignmentExpression' && is405(node.right)) return true
  return childrenOf(node).some(sends405)
}

function is405(node: Node | undefined): boolean {
  return node?.type === 'Literal' && node.value === 405
}
