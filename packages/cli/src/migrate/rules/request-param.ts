import type { Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { isSimple, objectText, stringValue, textOf } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type MethodCall, needsParentheses, replace, statementGuard } from './calls.ts'
import type { Context } from './context.ts'

/** D-027 */
export function migrateParam(
  context: Context,
  call: MethodCall,
  { dialect, isSure }: Subject,
): void {
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
  const [left, right] = fallback && isLoose(fallback) ? ['(', ')'] : ['', '']
  const edits = fallback
    ? [
        { start: node.start, end: fallback.start, text: `${open}${chain} ?? ${left}` },
        { start: fallback.end, end: node.end, text: `${right}${close}` },
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
