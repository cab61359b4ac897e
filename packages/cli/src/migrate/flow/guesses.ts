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

/** Whether a function calls its parameter as one calls such a thing: `app.get('/', handler)`. */
export function isUsedAs(file: SourceFile, scopes: Scopes, target: Node, kind: Kind): boolean {
  const binding = scopes.lookup(target, parameterName(target) ?? '')
  return binding !== undefined && scopes.usesOf(binding).some((use) => isCallOf(file, use, kind))
}

function isCallOf(file: SourceFile, use: Node, kind: Kind): boolean {
  const parent = file.parents.get(use)
  const isMember = parent?.type === 'MemberExpression' && parent.object === use
  const callee = isMember ? parent : use
  let call = file.parents.get(callee)
  while (call && call.type !== 'CallExpression' && bare(call) === callee)
    call = file.parents.get(call)
  if (call?.type !== 'CallExpression' || bare(call.callee) !== callee) return false
  const name = isMember ? (memberName(parent) ?? '') : ''
  if (kind === 'factory') return !isMember || /^(?:Router|static|json)$/.test(name)
  if (name === 'use' || name === 'configure') return true
  const [path] = call.arguments
  const text = path && (stringValue(path) ?? startOfTemplate(path))
  return VERBS.has(name) && call.arguments.length > 1 && /^[/*]/.test(text ?? '')
}

function startOfTemplate(node: Node): string | undefined {
  return node.type === 'TemplateLiteral' ? node.quasis[0]?.value.raw : undefined
}
