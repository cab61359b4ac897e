import type { Node } from 'oxc-parser'
import {
  type ClassNode,
  enclosingFunction,
  isFunction,
  keyName,
  parameterName,
  parameterTarget,
} from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Analysis } from './analysis.ts'
import { carryCompiledExports } from './carry-compiled.ts'
import { carryModule } from './carry-modules.ts'
import type { ValueStore } from './value-store.ts'
import { type Bag, bagAt, code, instanceAt, instanceOf, listAt } from './values.ts'

/** The types of the nodes that `carry` treats. */
const CARRIERS: ReadonlySet<string> = new Set([
  'VariableDeclarator',
  'AssignmentExpression',
  'AssignmentPattern',
  'FunctionDeclaration',
  'ClassDeclaration',
  'ClassExpression',
  'ObjectExpression',
  'ArrayExpression',
  'ForOfStatement',
  'ReturnStatement',
  'ArrowFunctionExpression',
  'CallExpression',
  'NewExpression',
  'ImportDeclaration',
  'TSImportEqualsDeclaration',
  'ExportNamedDeclaration',
  'ExportAllDeclaration',
  'ExportDefaultDeclaration',
  'TSExportAssignment',
])

export function isCarrier(node: Node): boolean {
  return CARRIERS.has(node.type)
}

/** Adds the values that a node, such as an assignment or a call, carries from one place to another. */
export function carry(analysis: Analysis, file: SourceFile, node: Node): void {
  const { store, evaluator, assignments, calls } = analysis
  switch (node.type) {
    case 'VariableDeclarator':
      if (node.init) assignments.bind(file, node.id, evaluator.valuesOf(file, node.init))
      return
    case 'AssignmentExpression':
      assignments.assign(file, node.left, evaluator.valuesOf(file, node.right))
      return
    case 'AssignmentPattern':
      assignments.bind(file, node.left, evaluator.valuesOf(file, node.right))
      return
    case 'FunctionDeclaration':
      if (node.id) assignments.bind(file, node.id, new Set([code(file, node)]))
      return
    case 'ClassDeclaration':
      if (node.id) assignments.bind(file, node.id, new Set([bagAt(file, node)]))
      carryClass(analysis, file, node)
      return
    case 'ClassExpression':
      carryClass(analysis, file, node)
      return
    case 'ObjectExpression':
      carryObject(analysis, file, node)
      return
    case 'ArrayExpression':
      carryArray(analysis, file, node)
      return
    case 'ForOfStatement': {
      const pattern =
        node.left.type === 'VariableDeclaration' ? node.left.declarations[0]?.id : node.left
      const items = store.itemsOf(evaluator.valuesOf(file, node.right))
      if (pattern) for (const values of items) assignments.assign(file, pattern, values)
      return
    }
    case 'ReturnStatement': {
      const owner = enclosingFunction(file, node)
      if (node.argument && owner) store.addResults(owner, evaluator.valuesOf(file, node.argument))
      return
    }
    case 'ArrowFunctionExpression':
      if (node.body.type === 'BlockStatement') return
      store.addResults(node, evaluator.valuesOf(file, node.body))
      return
    case 'CallExpression':
    case 'NewExpression':
      calls.carry(file, node)
      if (node.type === 'CallExpression') carryCompiledExports(analysis, file, node)
      return
    default:
      carryModule(analysis, file, node)
  }
}

function carryClass(analysis: Analysis, file: SourceFile, node: ClassNode): void {
  const statics = bagAt(file, node)
  const instance = instanceAt(file, node)
  for (const member of node.body.body) {
    if (member.type !== 'MethodDefinition' && member.type !== 'PropertyDefinition') continue
    const owner = member.static ? statics : instance
    const { key, computed, value } = member
    const kind = member.type === 'MethodDefinition' ? member.kind : undefined
    if (value) carryMember(analysis, { file, owner }, { key, computed, value, kind })
    if (isFunction(value)) carryParameterProperties(analysis, { file, owner }, value.params)
  }
  if (!node.superClass) return
  for (const parent of analysis.evaluator.valuesOf(file, node.superClass)) {
    if (parent.type === 'bag') inherit(analysis.store, instance, instanceOf(parent))
  }
}

/** `constructor(private app: Application)` of TypeScript: the parameter is also a member. */
function carryParameterProperties(
  { store, evaluator }: Analysis,
  { file, owner }: { file: SourceFile; owner: Bag },
  parameters: readonly Node[],
): void {
  for (const parameter of parameters) {
    const name = parameterName(parameter)
    if (parameter.type !== 'TSParameterProperty' || name === undefined) continue
    store.addToMember(owner, name, evaluator.valuesOf(file, parameterTarget(parameter)))
  }
}

/** The child has the members of the parent, whose methods then run with the child as `this`. */
function inherit(store: ValueStore, child: Bag, parent: Bag): void {
  for (const [name, values] of store.membersOf(parent)) {
    store.addToMember(child, name, values)
    for (const value of values) if (value.type === 'code') store.addReceiver(value.node, child)
  }
}

function carryObject(
  analysis: Analysis,
  file: SourceFile,
  node: Extract<Node, { type: 'ObjectExpression' }>,
): void {
  const { store, evaluator } = analysis
  const owner = bagAt(file, node)
  for (const property of node.properties) {
    if (property.type !== 'SpreadElement') {
      carryMember(analysis, { file, owner }, property)
      continue
    }
    for (const value of evaluator.valuesOf(file, property.argument)) {
      for (const [name, values] of store.membersOf(value)) store.addToMember(owner, name, values)
    }
  }
}

/** All items of a spread get its place: in `list = [first, ...list]` places would grow without end. */
function carryArray(
  { store, evaluator }: Analysis,
  file: SourceFile,
  node: Extract<Node, { type: 'ArrayExpression' }>,
): void {
  const owner = listAt(file, node)
  for (const [index, element] of node.elements.entries()) {
    // A list of numbers may be long, and nothing asks for its items.
    if (!element || element.type === 'Literal') continue
    const isSpread = element.type === 'SpreadElement'
    const values = evaluator.valuesOf(file, isSpread ? element.argument : element)
    const items = isSpread ? store.itemsOf(values) : [values]
    for (const each of items) store.addToMember(owner, String(index), each)
  }
}

function carryMember(
  { store, evaluator }: Analysis,
  { file, owner }: { file: SourceFile; owner: Bag },
  member: { key: Node; computed: boolean; value: Node; kind: string | undefined },
): void {
  const name = keyName(member)
  if (name === undefined) return
  const { value, kind } = member
  if (isFunction(value)) store.addReceiver(value, owner)
  if (kind === 'set') return
  const isGetter = kind === 'get' && isFunction(value)
  store.addToMember(
    owner,
    name,
    isGetter ? store.resultsOf(value) : evaluator.valuesOf(file, value),
  )
}
