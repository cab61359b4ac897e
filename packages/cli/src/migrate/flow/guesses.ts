import type { Node } from 'oxc-parser'
import { bare, type FunctionNode, memberName, parameterName, stringValue } from '../syntax/nodes.ts'
import type { Scopes } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { VERBS } from './members.ts'
import type { Kind } from './values.ts'

const REQ = /^_*req(?:uest)?\d*$/i
const RES = /^_*res(?:p|ponse)?\d*$/i
const ERR = /^_*(?:e|err|error|ex)\d*$/i

/** What the name of a parameter suggests. */
export function guessedKind(name: string | undefined): Kind | undefined {
  if (name === 'app' || name === 'application') return 'app'
  if (name === 'router') return 'router'
  return name === 'express' ? 'factory' : undefined
}

/** Whether a function has the parameters of a handler. */
export function hasHandlerNames({ params }: FunctionNode): boolean {
  const names = params.map((each) => parameterName(each) ?? '')
  const start = names.length === 4 && ERR.test(names[0] ?? '') ? 1 : 0
  return REQ.test(names[start] ?? '') && RES.test(names[start + 1] ?? '')
}

/** A parameter of a function, and what it may be. */
interface Guess {
  readonly owner: FunctionNode
  readonly target: Node
  readonly kind: Kind
}

/** Whether the function calls its parameter as one calls such a thing: `app.get('/', handler)`. */
export function isUsedAs(file: SourceFile, scopes: Scopes, guess: Guess): boolean {
  const { owner, target, kind } = guess
  const binding = scopes.lookup(target, parameterName(target) ?? '')
  return file.nodes.some((node) => {
    if (node.type !== 'CallExpression' || node.start < owner.start || node.end > owner.end) {
      return false
    }
    const callee = bare(node.callee)
    const root = callee.type === 'MemberExpression' ? callee.object : callee
    if (root.type !== 'Identifier' || scopes.lookup(root, root.name) !== binding) return false
    const name = callee.type === 'MemberExpression' ? (memberName(callee) ?? '') : ''
    if (kind === 'factory') return callee === root || /^(?:Router|static|json)$/.test(name)
    if (name === 'use' || name === 'configure') return true
    const path = node.arguments[0]
    const text = path && (stringValue(path) ?? startOfTemplate(path))
    return VERBS.has(name) && node.arguments.length > 1 && /^[/*]/.test(text ?? '')
  })
}

function startOfTemplate(node: Node): string | undefined {
  return node.type === 'TemplateLiteral' ? node.quasis[0]?.value.raw : undefined
}
