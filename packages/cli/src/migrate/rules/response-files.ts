import type { Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { bare, isFunction, keyName, memberName, textOf } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type MethodCall, renameMember } from './calls.ts'
import type { Context } from './context.ts'

const SENDFILE_ADVICE = 'use res.sendFile, with an absolute path or the option root.'

/** D-041 */
export function migrateSendfile(
  context: Context,
  call: MethodCall,
  { dialect, isSure }: Subject,
): void {
  const { file, node, given } = call
  // 4.x still has the old name, but 3.x lacks the new one, so only a move to 5.x needs it.
  if (!context.moves(dialect, 5)) return
  const [path, options] = given ?? []
  if (given === undefined || path === undefined) {
    context.report('D-041', call, SENDFILE_ADVICE)
    return
  }
  const edits = [renameMember(call.callee, file, 'sendFile')]
  if (!isAbsolute(file, path) && !hasRoot(options)) {
    if (options !== undefined && !isObject(options) && !isFunction(bare(options))) {
      context.report('D-041', call, SENDFILE_ADVICE)
      return
    }
    const module = context.importName(file, 'node:path', { wanted: 'path', at: node })
    edits.push({ start: path.start, end: path.start, text: `${module}.resolve(` })
    edits.push({ start: path.end, end: path.end, text: ')' })
  }
  context.rewrite('D-041', { file, node, isSure }, { text: 'res.sendfile → res.sendFile', edits })
}

function isObject(node: Node): boolean {
  return bare(node).type === 'ObjectExpression'
}

function hasRoot(options: Node | undefined): boolean {
  const value = options && bare(options)
  if (value?.type !== 'ObjectExpression') return false
  return value.properties.some((each) => each.type === 'Property' && keyName(each) === 'root')
}

/** Paths that start with `__dirname`, or that `path.resolve` made. */
function isAbsolute(file: SourceFile, node: Node): boolean {
  const value = bare(node)
  if (value.type === 'BinaryExpression') return isAbsolute(file, value.left)
  if (value.type === 'Identifier') return value.name === '__dirname' || value.name === '__filename'
  if (value.type === 'TemplateLiteral') {
    const [first] = value.expressions
    return value.quasis[0]?.value.raw === '' && first !== undefined && isAbsolute(file, first)
  }
  if (value.type === 'Literal') return typeof value.value === 'string' && /^\//.test(value.value)
  if (value.type !== 'CallExpression') return false
  const callee = bare(value.callee)
  if (callee.type !== 'MemberExpression') return false
  const name = memberName(callee)
  const [first] = value.arguments
  if (name === 'resolve') return textOf(file, callee.object) === 'path'
  return name === 'join' && first !== undefined && isAbsolute(file, first)
}

/** D-051 */
export function reportDotfiles(context: Context, call: MethodCall, { dialect }: Subject): void {
  const [path] = call.given ?? []
  if (path === undefined || !context.moves(dialect, 5)) return
  const text = call.file.text.slice(path.start, path.end)
  if (!/['"`/]\.(?!\.?\/)[\w-]+\//.test(text)) return
  context.report(
    'D-051',
    call,
    "5.x does not find files in folders whose name starts with a dot: add { dotfiles: 'allow' }.",
  )
}
