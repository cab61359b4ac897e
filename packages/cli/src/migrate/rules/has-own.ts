import type { Node } from 'oxc-parser'
import { memberName, textOf } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { replaceHead } from './calls.ts'
import type { Context } from './context.ts'

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
