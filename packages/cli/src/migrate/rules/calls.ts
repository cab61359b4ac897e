import type { CallExpression, Expression, MemberExpression, Node } from 'oxc-parser'
import { bare, memberName, plainArguments } from '../syntax/nodes.ts'
import { childrenOf, countUpTo, type SourceFile } from '../syntax/source-file.ts'

/** A call of a method: `object.name(...given)`. */
export interface MethodCall {
  readonly file: SourceFile
  readonly node: CallExpression
  readonly callee: MemberExpression
  readonly object: Node
  readonly name: string
  /** Without spreads; `undefined` if there is one. */
  readonly given: readonly Expression[] | undefined
}

export function methodCallOf(file: SourceFile, node: Node): MethodCall | undefined {
  if (node.type !== 'CallExpression') return undefined
  const callee = bare(node.callee)
  if (callee.type !== 'MemberExpression') return undefined
  const name = memberName(callee)
  if (name === undefined) return undefined
  return { file, node, callee, object: callee.object, name, given: plainArguments(node) }
}

/** A text that replaces a range of a file. An empty range inserts. */
export interface Edit {
  readonly start: number
  readonly end: number
  readonly text: string
}

/** Renames a member: `app.del` to `app.delete`, `app['del']` to `app['delete']`. */
export function renameMember(callee: MemberExpression, file: SourceFile, name: string): Edit {
  const { property, computed } = callee
  const quote = file.text[property.start]
  return { ...rangeOf(property), text: computed ? `${quote}${name}${quote}` : name }
}

export function rangeOf({ start, end }: Node): { start: number; end: number } {
  return { start, end }
}

export function replace(node: Node, text: string): Edit {
  return { ...rangeOf(node), text }
}

/** The offset of a character that is not in a comment, from an offset on. */
export function findOutsideComments(file: SourceFile, character: string, from: number): number {
  let at = file.text.indexOf(character, from)
  while (at !== -1) {
    const offset = at
    const comment = file.comments[countUpTo(file.comments, ({ end }) => end <= offset)]
    if (comment === undefined || comment.start > at) return at
    at = file.text.indexOf(character, comment.end)
  }
  return -1
}

/** The edit that removes an argument with the comma before it and its own parentheses. */
export function removeArgument(file: SourceFile, before: Node, argument: Node): Edit {
  const comma = findOutsideComments(file, ',', before.end)
  const isPlain = file.text.slice(before.end, comma).trim() === ''
  let { end } = argument
  let open = findOutsideComments(file, '(', comma)
  while (open !== -1 && open < argument.start) {
    end = findOutsideComments(file, ')', end) + 1
    open = findOutsideComments(file, '(', open + 1)
  }
  return { start: isPlain ? before.end : comma, end, text: '' }
}

/** The offset behind the opening parenthesis of a call. */
export function argumentsStart(file: SourceFile, call: CallExpression): number {
  const from = call.typeArguments?.end ?? call.callee.end
  return findOutsideComments(file, '(', from) + 1
}

/** The edit that replaces a callee with its opening parenthesis. */
export function replaceHead(file: SourceFile, call: CallExpression, text: string): Edit {
  return { start: call.start, end: argumentsStart(file, call), text }
}

/** The edit that puts a call before the last one of a chain: `a.b()` to `a.text.b()`. */
export function insertCall(file: SourceFile, callee: MemberExpression, text: string): Edit {
  if (!callee.computed) {
    const { start } = callee.property
    return { start, end: start, text: `${text}.` }
  }
  const bracket = findOutsideComments(file, '[', callee.object.end)
  const at = callee.optional ? findOutsideComments(file, '?', callee.object.end) : bracket
  return { start: at, end: at, text: `.${text}` }
}

/**
 * A semicolon if the text that replaces a node opens a statement with a parenthesis or a template,
 * and the statement before it has no semicolon: JavaScript would read both as one.
 */
export function statementGuard(file: SourceFile, node: Node, replacement: string): string {
  if (!/^[(`[]/.test(replacement)) return ''
  let statement = file.parents.get(node)
  while (statement && statement.start === node.start && statement.type !== 'ExpressionStatement') {
    statement = file.parents.get(statement)
  }
  if (statement?.type !== 'ExpressionStatement' || statement.start !== node.start) return ''
  const before = siblingBefore(file.parents.get(statement) as Node, statement)
  const isStatement = before !== undefined && isInBlock(file, statement)
  if (!isStatement || file.text[before.end - 1] === ';') return ''
  return CLOSED.test(before.type) ? '' : ';'
}

const siblings = new WeakMap<Node, Map<Node, Node | undefined>>()

/** The child of a node before another one. A block may have many, so they are read once. */
function siblingBefore(parent: Node, child: Node): Node | undefined {
  const known = siblings.get(parent)
  if (known !== undefined) return known.get(child)
  const children = childrenOf(parent)
  siblings.set(parent, new Map(children.map((each, index) => [each, children[index - 1]])))
  return siblingBefore(parent, child)
}

const CLOSED =
  /^(?:FunctionDeclaration|ClassDeclaration|BlockStatement|TryStatement|SwitchStatement)$/

/** Whether a statement can become several or none: not the body of an `if` without braces. */
export function isInBlock(file: SourceFile, statement: Node): boolean {
  const type = file.parents.get(statement)?.type
  return type === 'Program' || type === 'BlockStatement'
}

/** The end of a statement, or of the comment that follows it on the same line. */
export function endWithComment(file: SourceFile, { end }: Node): number {
  const comment = file.comments[countUpTo(file.comments, ({ start }) => start < end)]
  if (comment === undefined || /[^ \t]/.test(file.text.slice(end, comment.start))) return end
  return /^[ \t]*(?:\r?\n|$)/.test(file.text.slice(comment.end)) ? comment.end : end
}

/** The edit that removes a whole statement with its line. */
export function removeStatement(file: SourceFile, statement: Node): Edit {
  const { text } = file
  let { start, end } = statement
  if (!isInBlock(file, statement)) return { start, end, text: '{}' }
  const lineStart = text.lastIndexOf('\n', start - 1) + 1
  const rest = /^[ \t]*;?[ \t]*(?:\r?\n|$)/.exec(text.slice(end))
  if (text.slice(lineStart, start).trim() === '' && rest) {
    start = lineStart
    end += rest[0].length
  }
  return { start, end, text: '' }
}

/** Whether an expression needs parentheses when it becomes a chain of `??`. */
export function needsParentheses(parent: Node | undefined, node: Node): boolean {
  switch (parent?.type) {
    case 'VariableDeclarator':
    case 'ExpressionStatement':
    case 'ReturnStatement':
    case 'AssignmentPattern':
      return false
    case 'AssignmentExpression':
      return parent.right !== node
    case 'CallExpression':
    case 'NewExpression':
      return parent.callee === node
    case 'Property':
      return parent.value !== node
    case 'ArrayExpression':
    case 'TemplateLiteral':
      return false
    case 'IfStatement':
      return parent.test !== node
    default:
      return true
  }
}
