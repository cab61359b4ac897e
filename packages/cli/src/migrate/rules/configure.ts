import type { Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import {
  bare,
  type FunctionNode,
  isFunction,
  objectText,
  stringValue,
  textOf,
} from '../syntax/nodes.ts'
import { quoted } from '../syntax/quotes.ts'
import { childrenOf, type SourceFile } from '../syntax/source-file.ts'
import { type Edit, isInBlock, type MethodCall } from './calls.ts'
import type { Context } from './context.ts'

/** D-054: `app.configure(env, fn)` to an if statement, and `app.configure(fn)` to its body. */
export function migrateConfigure(context: Context, call: MethodCall, subject: Subject): void {
  const { file, node, object, given } = call
  if (!context.moves(subject.dialect, 4)) return
  const statement = file.parents.get(node)
  const callback = given?.[given.length - 1]
  const environments = given?.slice(0, -1).map((each) => stringValue(each))
  const body = callback && bare(callback)
  const isPlain =
    statement?.type === 'ExpressionStatement' &&
    isInBlock(file, statement) &&
    environments !== undefined &&
    !environments.includes(undefined) &&
    body !== undefined &&
    (isFunction(body) ? isMovable(file, body) : body.type === 'Identifier')
  if (!isPlain || body === undefined || statement === undefined) {
    const advice = "write if (app.get('env') === …) around its body."
    context.reportStop('D-054', call, `app.configure is gone from 4.x on: ${advice}`)
    return
  }
  const app = objectText(file, object)
  const condition = conditionFor(file, app, given?.slice(0, -1) ?? [])
  const where = { file, node: statement, isSure: subject.isSure }
  const text = `${app}.configure(…) → ${condition === '' ? 'its body' : `${condition} …`}`
  if (body.type === 'Identifier') {
    const edits = [
      { start: statement.start, end: node.end, text: `${condition} ${body.name}()`.trim() },
    ]
    context.rewrite('D-054', where, { text, edits, stopsStart: true })
    return
  }
  const block = (body as FunctionNode).body as Node
  const edits =
    condition === '' && !declaresNames(block)
      ? unwrap(file, statement, block)
      : [
          { start: statement.start, end: block.start, text: condition && `${condition} ` },
          { start: block.end, end: statement.end, text: '' },
        ]
  context.rewrite('D-054', where, { text, edits, stopsStart: true })
}

function conditionFor(file: SourceFile, app: string, environments: readonly Node[]): string {
  const [first] = environments
  if (first === undefined) return ''
  const setting = `${app}.get(${quoted(file, 'env', first)})`
  if (environments.length === 1) return `if (${setting} === ${textOf(file, first)})`
  const list = environments.map((each) => textOf(file, each)).join(', ')
  return `if ([${list}].includes(${setting}))`
}

/** Whether the body means the same outside of the function. */
function isMovable(file: SourceFile, callback: FunctionNode): boolean {
  if (callback.params.length > 0 || callback.async || callback.generator) return false
  if (callback.body?.type !== 'BlockStatement') return false
  const stack: Node[] = [...childrenOf(callback.body)]
  for (let node = stack.pop(); node; node = stack.pop()) {
    if (node.type === 'ReturnStatement' || node.type === 'ThisExpression') return false
    if (node.type === 'Identifier' && node.name === 'arguments') return false
    // Names that would reach into the code around it.
    if (node.type === 'VariableDeclaration' && node.kind === 'var') return false
    if (node.type === 'FunctionDeclaration') return false
    if (!isFunction(node) || node.type === 'ArrowFunctionExpression')
      stack.push(...childrenOf(node))
  }
  return file.parents.has(callback)
}

function declaresNames(block: Node): boolean {
  return childrenOf(block).some(({ type }) =>
    /^(?:VariableDeclaration|ClassDeclaration)$/.test(type),
  )
}

/** Removes the call around a body, and the indentation that the body had in it. */
function unwrap(file: SourceFile, statement: Node, block: Node): Edit[] {
  const { text } = file
  const inside = text.slice(block.start + 1, block.end - 1)
  const statements = childrenOf(block)
  const [first] = statements
  const last = statements[statements.length - 1]
  // Lines of templates must keep their spaces.
  const hasTemplate = hasLongTemplate(file, block)
  const lineStart = text.lastIndexOf('\n', statement.start - 1) + 1
  const isMultiline =
    /^[ \t]*\r?\n/.test(inside) &&
    /\n[ \t]*$/.test(inside) &&
    text.slice(lineStart, statement.start).trim() === ''
  if (first === undefined || last === undefined || hasTemplate || !isMultiline) {
    return [
      { start: statement.start, end: block.start, text: '' },
      { start: block.end, end: statement.end, text: '' },
    ]
  }
  const outer = indentationAt(text, statement.start)
  const inner = indentationAt(text, firstLineStart(text, block.start))
  const contentStart = text.indexOf('\n', block.start) + 1
  const lastBreak = text.lastIndexOf('\n', block.end)
  const contentEnd = text[lastBreak - 1] === '\r' ? lastBreak - 1 : lastBreak
  const edits: Edit[] = [
    { start: statement.start - outer.length, end: contentStart, text: '' },
    { start: contentEnd, end: statement.end, text: '' },
  ]
  const extra = inner.startsWith(outer) ? inner.length - outer.length : 0
  if (extra === 0) return edits
  for (let at = contentStart; at < contentEnd; at = text.indexOf('\n', at) + 1) {
    const lead = indentationAt(text, at)
    if (lead.length >= inner.length) edits.push({ start: at, end: at + extra, text: '' })
    if (text.indexOf('\n', at) === -1 || text.indexOf('\n', at) >= contentEnd) break
  }
  return edits
}

/** Whether a node contains a template of several lines. */
function hasLongTemplate(file: SourceFile, node: Node): boolean {
  if (node.type === 'TemplateLiteral' && textOf(file, node).includes('\n')) return true
  return childrenOf(node).some((each) => hasLongTemplate(file, each))
}

/** The start of the first line with text after an offset. */
function firstLineStart(text: string, from: number): number {
  const match = /\n(?=[ \t]*\S)/.exec(text.slice(from))
  return match === null ? from : from + match.index + 1
}

/** The spaces at the start of the line of an offset. */
function indentationAt(text: string, offset: number): string {
  const start = text.lastIndexOf('\n', offset - 1) + 1
  return /^[ \t]*/.exec(text.slice(start))?.[0] ?? ''
}
