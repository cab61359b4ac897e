import type { Node } from 'oxc-parser'
import type { Flow } from '../../migrate/flow/flow.ts'
import { LOOPS } from '../../migrate/flow/members.ts'
import { bare, isFunction, memberName, stringValue } from '../../migrate/syntax/nodes.ts'
import { constantOf } from '../../migrate/syntax/scopes.ts'
import type { SourceFile } from '../../migrate/syntax/source-file.ts'

/** Constants may refer to each other. */
const DEPTH = 5

/** The texts that an expression may be, if the code shows all of them. */
export function possibleTexts(
  flow: Flow,
  file: SourceFile,
  expression: Node,
  depth = DEPTH,
): readonly string[] | undefined {
  const node = bare(expression)
  const text = stringValue(node)
  if (text !== undefined) return [text]
  if (depth === 0) return undefined
  if (node.type === 'ConditionalExpression') {
    const [one, other] = [node.consequent, node.alternate].map((each) =>
      possibleTexts(flow, file, each, depth - 1),
    )
    return one && other ? [...one, ...other] : undefined
  }
  if (node.type === 'CallExpression') return changedTexts(flow, file, node, depth)
  if (node.type !== 'Identifier') return undefined
  const constant = constantOf(flow.scopesOf(file), node)
  if (constant !== undefined) return possibleTexts(flow, file, constant, depth - 1)
  const list = listOfLoop(flow, file, node)
  return list && textsOfList(flow, file, list, depth - 1)
}

/** `method.toLowerCase()` */
function changedTexts(
  flow: Flow,
  file: SourceFile,
  { callee }: Extract<Node, { type: 'CallExpression' }>,
  depth: number,
): readonly string[] | undefined {
  if (callee.type !== 'MemberExpression') return undefined
  const name = memberName(callee)
  if (name !== 'toLowerCase' && name !== 'toUpperCase') return undefined
  return possibleTexts(flow, file, callee.object, depth - 1)?.map((text) => text[name]())
}

/** The list whose items a name is: the parameter of `list.forEach`, or the name of `for … of`. */
function listOfLoop(
  flow: Flow,
  file: SourceFile,
  identifier: Extract<Node, { type: 'Identifier' }>,
): Node | undefined {
  const binding = flow.scopesOf(file).lookup(identifier, identifier.name)
  const parent = binding && file.parents.get(binding.identifier)
  if (parent?.type === 'VariableDeclarator') {
    const loop = file.parents.get(file.parents.get(parent) ?? parent)
    return loop?.type === 'ForOfStatement' ? loop.right : undefined
  }
  if (!isFunction(parent) || parent.params[0] !== binding?.identifier) return undefined
  const call = file.parents.get(parent)
  if (call?.type !== 'CallExpression' || call.arguments[0] !== parent) return undefined
  const callee = bare(call.callee)
  if (callee.type !== 'MemberExpression' || !LOOPS.has(memberName(callee) ?? '')) return undefined
  return callee.object
}

function textsOfList(
  flow: Flow,
  file: SourceFile,
  expression: Node,
  depth: number,
): readonly string[] | undefined {
  const node = bare(expression)
  const list = node.type === 'Identifier' ? constantOf(flow.scopesOf(file), node) : node
  if (list?.type !== 'ArrayExpression') return undefined
  const texts = list.elements.map((each) => each && possibleTexts(flow, file, each, depth))
  return texts.every((each) => !!each) ? texts.flatMap((each) => each ?? []) : undefined
}
