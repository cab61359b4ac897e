import type { Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import {
  bare,
  enclosingFunction,
  type FunctionNode,
  isFunction,
  keyName,
  memberName,
} from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Context } from './context.ts'

/** Where a member of a request comes from. */
export interface MemberSource {
  readonly subject: Subject
  /** The request, unless a parameter of a handler takes it apart. */
  readonly request: Node | undefined
  /** The handler whose request it is. */
  readonly owner: FunctionNode | undefined
  /** The declaration of the variable for the member, or the member itself. */
  readonly at: Node
}

/** The source of an expression that is a member of a request, `req.params`, or a variable for it. */
export function memberSource(
  context: Context,
  file: SourceFile,
  node: Node,
  name: string,
): MemberSource | undefined {
  const value = bare(node)
  if (value.type === 'MemberExpression') {
    const request = bare(value.object)
    const subject = memberName(value) === name ? context.subject(file, request, 'req') : undefined
    return subject && { subject, request, owner: ownerOf(context, file, request), at: value }
  }
  if (value.type !== 'Identifier') return undefined
  const binding = context.flow.scopesOf(file).lookup(value, value.name)
  const parent = binding && file.parents.get(binding.identifier)
  if (parent?.type === 'VariableDeclarator' && parent.id === binding?.identifier) {
    const init = parent.init && bare(parent.init)
    // Not a name again, which could lead back here.
    return init?.type === 'MemberExpression' ? memberSource(context, file, init, name) : undefined
  }
  if (parent?.type !== 'Property' || keyName(parent) !== name) return undefined
  const pattern = file.parents.get(parent)
  const subject = pattern && context.subject(file, pattern, 'req')
  if (pattern?.type !== 'ObjectPattern' || subject === undefined) return undefined
  const declarator = file.parents.get(pattern)
  const init = declarator?.type === 'VariableDeclarator' ? declarator.init : undefined
  const owner = ownerOfPattern(context, file, pattern)
  return { subject, request: init ? bare(init) : undefined, owner, at: pattern }
}

/** The handler whose request a pattern takes apart. */
export function ownerOfPattern(
  context: Context,
  file: SourceFile,
  pattern: Node,
): FunctionNode | undefined {
  const parent = file.parents.get(pattern)
  if (isFunction(parent)) return parent
  if (parent?.type !== 'VariableDeclarator' || !parent.init) return undefined
  return ownerOf(context, file, bare(parent.init))
}

/** The handler whose request this is. */
function ownerOf(context: Context, file: SourceFile, request: Node): FunctionNode | undefined {
  if (request.type !== 'Identifier') return undefined
  const binding = context.flow.scopesOf(file).lookup(request, request.name)
  return binding?.kind === 'parameter' ? enclosingFunction(file, binding.identifier) : undefined
}
