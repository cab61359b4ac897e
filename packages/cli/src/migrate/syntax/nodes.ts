import type {
  ArrowFunctionExpression,
  CallExpression,
  Class,
  Expression,
  MemberExpression,
  NewExpression,
  Node,
  Function as PlainFunction,
} from 'oxc-parser'
import type { SourceFile } from './source-file.ts'

export type FunctionNode = PlainFunction | ArrowFunctionExpression

export type ClassNode = Class

export function isFunction(node: Node | null | undefined): node is FunctionNode {
  return (
    node?.type === 'FunctionDeclaration' ||
    node?.type === 'FunctionExpression' ||
    node?.type === 'ArrowFunctionExpression'
  )
}

export function isClass(node: Node | null | undefined): node is ClassNode {
  return node?.type === 'ClassDeclaration' || node?.type === 'ClassExpression'
}

/** An expression without the wrappers that do not change its value. */
export function bare(node: Node): Node {
  switch (node.type) {
    case 'ChainExpression':
    case 'TSAsExpression':
    case 'TSNonNullExpression':
    case 'TSSatisfiesExpression':
    case 'TSTypeAssertion':
    case 'TSInstantiationExpression':
      return bare(node.expression)
    case 'SequenceExpression':
      return bare(node.expressions[node.expressions.length - 1] as Node)
    default:
      return node
  }
}

/** The name of a member: `a.name`, `a['name']`, `a.#name`. */
export function memberName(node: MemberExpression): string | undefined {
  const { property } = node
  if (!node.computed) return plainName(property)
  if (property.type !== 'Literal') return undefined
  return typeof property.value === 'string' || typeof property.value === 'number'
    ? String(property.value)
    : undefined
}

/** The name of a key of an object, a pattern or a class, unless it is computed. */
export function keyName(node: { key: Node; computed: boolean }): string | undefined {
  if (node.computed) return undefined
  return node.key.type === 'Literal' ? String(node.key.value) : plainName(node.key)
}

/** A private name keeps its `#`, because `#get` and `get` are different members. */
function plainName(node: Node): string | undefined {
  if (node.type === 'PrivateIdentifier') return `#${node.name}`
  return node.type === 'Identifier' ? node.name : undefined
}

/** Whether an object literal has a key. */
export function hasKey(node: Node, name: string): boolean {
  const value = bare(node)
  if (value.type !== 'ObjectExpression') return false
  return value.properties.some((each) => each.type === 'Property' && keyName(each) === name)
}

/** `require`, `module.require` and `require.main.require`. */
export function isRequire(node: Node): boolean {
  const callee = bare(node)
  if (callee.type === 'Identifier') return callee.name === 'require'
  if (callee.type !== 'MemberExpression' || memberName(callee) !== 'require') return false
  const owner = bare(callee.object)
  if (owner.type === 'Identifier') return owner.name === 'module'
  return (
    owner.type === 'MemberExpression' && memberName(owner) === 'main' && isRequire(owner.object)
  )
}

export function stringValue(node: Node | null | undefined): string | undefined {
  if (node?.type === 'Literal' && typeof node.value === 'string') return node.value
  if (node?.type === 'TemplateLiteral' && node.quasis.length === 1) {
    return node.quasis[0]?.value.cooked ?? undefined
  }
  return undefined
}

export function numberValue(node: Node | null | undefined): number | undefined {
  return node?.type === 'Literal' && typeof node.value === 'number' ? node.value : undefined
}

/** A value that is certainly a number: `404`, `+text`, `parseInt(text, 10)`. */
export function isSurelyNumber(node: Node): boolean {
  const value = bare(node)
  if (value.type === 'UnaryExpression') return value.operator === '+' || value.operator === '-'
  if (value.type !== 'CallExpression') return numberValue(value) !== undefined
  const { callee } = value
  return callee.type === 'Identifier' && /^(?:parseInt|parseFloat|Number)$/.test(callee.name)
}

/** A value that is certainly not a number. */
export function isSurelyNoNumber(node: Node): boolean {
  switch (bare(node).type) {
    case 'ObjectExpression':
    case 'ArrayExpression':
    case 'TemplateLiteral':
    case 'NewExpression':
    case 'ArrowFunctionExpression':
    case 'FunctionExpression':
      return true
    case 'Literal':
      return numberValue(bare(node)) === undefined
    case 'BinaryExpression': {
      const sum = bare(node) as Extract<Node, { type: 'BinaryExpression' }>
      return sum.operator === '+' && (isSurelyText(sum.left) || isSurelyText(sum.right))
    }
    default:
      return false
  }
}

/** A value that is certainly a string. */
export function isSurelyText(node: Node): boolean {
  const value = bare(node)
  if (value.type === 'TemplateLiteral') return true
  if (value.type === 'Literal') return typeof value.value === 'string'
  if (value.type !== 'BinaryExpression' || value.operator !== '+') return false
  return isSurelyText(value.left) || isSurelyText(value.right)
}

/** The arguments of a call, or `undefined` if a spread hides their number. */
export function plainArguments(call: CallExpression | NewExpression): Expression[] | undefined {
  if (call.arguments.some((each) => each.type === 'SpreadElement')) return undefined
  return call.arguments as Expression[]
}

/** Identifiers and members of them: evaluating these twice, or in another order, has no effect. */
export function isSimple(node: Node): boolean {
  const value = bare(node)
  if (value.type === 'MemberExpression') {
    return isSimple(value.object) && (!value.computed || isSimple(value.property))
  }
  return value.type === 'Identifier' || value.type === 'Literal' || value.type === 'ThisExpression'
}

export function textOf(file: SourceFile, node: Node): string {
  return file.text.slice(node.start, node.end)
}

/** The text of an expression as the object of a member: `(req as any)` needs its parentheses. */
export function objectText(file: SourceFile, node: Node): string {
  const text = textOf(file, node)
  return OBJECTS.has(node.type) ? text : `(${text})`
}

const OBJECTS: ReadonlySet<string> = new Set([
  'Identifier',
  'ThisExpression',
  'Super',
  'MemberExpression',
  'CallExpression',
  'TSNonNullExpression',
])

/** The nearest function around a node. */
export function enclosingFunction(file: SourceFile, node: Node): FunctionNode | undefined {
  let at = file.parents.get(node)
  while (at !== undefined && !isFunction(at)) at = file.parents.get(at)
  return at
}

/** The class that a method or a field belongs to. */
export function classOf(file: SourceFile, member: Node): ClassNode | undefined {
  const body = file.parents.get(member)
  const owner = body && file.parents.get(body)
  return isClass(owner) ? owner : undefined
}

/** The statement that a node belongs to, directly in a block, a program or a case. */
export function enclosingStatement(file: SourceFile, node: Node): Node {
  let at = node
  for (;;) {
    const parent = file.parents.get(at)
    if (parent === undefined) return at
    if (parent.type === 'BlockStatement' || parent.type === 'Program') return at
    if (parent.type === 'StaticBlock' || parent.type === 'TSModuleBlock') return at
    if (parent.type === 'SwitchCase' && at !== parent.test) return at
    at = parent
  }
}

/** Whether a member is assigned, deleted or counted up. */
export function isWritten(file: SourceFile, node: Node): boolean {
  const parent = file.parents.get(node)
  switch (parent?.type) {
    case 'AssignmentExpression':
      return parent.left === node
    case 'UpdateExpression':
      return true
    case 'UnaryExpression':
      return parent.operator === 'delete'
    default:
      return false
  }
}

/** The parameter itself, without a default value, a modifier or a rest operator. */
export function parameterTarget(parameter: Node): Node {
  if (parameter.type === 'AssignmentPattern') return parameter.left
  if (parameter.type === 'TSParameterProperty') return parameterTarget(parameter.parameter)
  return parameter
}

export function parameterName(parameter: Node | undefined): string | undefined {
  const target = parameter && parameterTarget(parameter)
  return target?.type === 'Identifier' ? target.name : undefined
}
