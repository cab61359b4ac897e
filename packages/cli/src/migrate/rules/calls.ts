import type { CallExpression, Expression, MemberExpression, Node } from 'oxc-parser'
import { bare, memberName, plainArguments } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Edit } from './context.ts'

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
    const comment = file.comments.find(({ start, end }) => start <= at && at < end)
    if (comment === undefined) return at
    at = file.text.indexOf(character, comment.end)
  }
  return -1
}

/** The edit that removes an argument with the comma before it. */
export function removeArgument(before: Node, argument: Node): Edit {
  return { start: before.end, end: argument.end, text: '' }
}

/** The edit that removes a whole statement with its line. */
export function removeStatement(file: SourceFile, statement: Node): Edit {
  const { text } = file
  let { start, end } = statement
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
