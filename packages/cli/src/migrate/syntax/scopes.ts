import type { Node } from 'oxc-parser'
import { bare, isFunction } from './nodes.ts'
import { childrenOf, type SourceFile } from './source-file.ts'

/** A name that a program declares, with the node that declares it. */
export interface Binding {
  readonly name: string
  readonly file: SourceFile
  /** The identifier of the declaration. */
  readonly identifier: Node
  readonly kind: 'variable' | 'constant' | 'parameter' | 'function' | 'class' | 'import'
}

/** The names of one file, by the node that opens their scope. */
export interface Scopes {
  /** The binding that an identifier refers to; `undefined` for globals. */
  lookup(identifier: Node, name: string): Binding | undefined
  /** Whether a name is declared anywhere in the file. */
  declares(name: string): boolean
  /** The identifiers of the file that have the name of a binding in its scope, in source order. */
  usesOf(binding: Binding): readonly Node[]
}

export function readScopes(file: SourceFile): Scopes {
  const tables = new Map<Node, Map<string, Binding>>()
  const declare = (scope: Node, identifier: Node, kind: Binding['kind']) => {
    if (identifier.type !== 'Identifier') return
    const table = tables.get(scope) ?? new Map<string, Binding>()
    tables.set(scope, table)
    const { name } = identifier
    if (!table.has(name)) table.set(name, { name, file, identifier, kind })
  }
  for (const node of file.nodes) declareNames(file, node, declare)
  const names = new Set([...tables.values()].flatMap((table) => [...table.keys()]))
  const lookup: Scopes['lookup'] = (identifier, name) => {
    for (let at: Node | undefined = identifier; at; at = file.parents.get(at)) {
      const binding = tables.get(at)?.get(name)
      if (binding !== undefined) return binding
    }
    return undefined
  }
  let uses: ReadonlyMap<Binding, readonly Node[]> | undefined
  return {
    lookup,
    declares: (name) => names.has(name),
    usesOf: (binding) => {
      uses ??= readUses(file, lookup)
      return uses.get(binding) ?? []
    },
  }
}

function readUses(file: SourceFile, lookup: Scopes['lookup']): Map<Binding, Node[]> {
  const uses = new Map<Binding, Node[]>()
  for (const node of file.nodes) {
    if (node.type !== 'Identifier') continue
    const binding = lookup(node, node.name)
    if (binding === undefined || binding.identifier === node) continue
    const known = uses.get(binding)
    if (known === undefined) uses.set(binding, [node])
    else known.push(node)
  }
  return uses
}

/** The expression that a constant is declared with: `404` in `const code = 404`. */
export function constantOf(scopes: Scopes, identifier: Node): Node | undefined {
  if (identifier.type !== 'Identifier') return undefined
  const binding = scopes.lookup(identifier, identifier.name)
  const declarator = binding?.file.parents.get(binding.identifier)
  if (binding?.kind !== 'constant' || declarator?.type !== 'VariableDeclarator') return undefined
  return declarator.id === binding.identifier && declarator.init ? bare(declarator.init) : undefined
}

type Declare = (scope: Node, identifier: Node, kind: Binding['kind']) => void

function declareNames(file: SourceFile, node: Node, declare: Declare): void {
  const parent = file.parents.get(node)
  if (node.type === 'VariableDeclaration') {
    const scope = node.kind === 'var' ? functionScope(file, node) : blockScope(file, node)
    const kind = node.kind === 'const' ? 'constant' : 'variable'
    for (const { id } of node.declarations) {
      for (const each of namesIn(id)) declare(scope, each, kind)
    }
  } else if (isFunction(node)) {
    for (const parameter of node.params) {
      for (const each of namesIn(parameter)) declare(node, each, 'parameter')
    }
    if (!node.id) return
    const isStatement = node.type === 'FunctionDeclaration'
    declare(isStatement ? blockScope(file, node) : node, node.id, 'function')
  } else if (node.type === 'ClassDeclaration' || node.type === 'ClassExpression') {
    if (!node.id) return
    const isStatement = node.type === 'ClassDeclaration'
    declare(isStatement ? blockScope(file, node) : node, node.id, 'class')
  } else if (node.type === 'CatchClause' && node.param) {
    for (const each of namesIn(node.param)) declare(node, each, 'variable')
  } else if (node.type === 'TSImportEqualsDeclaration') {
    declare(file.program, node.id, 'import')
  } else if (parent?.type === 'ImportDeclaration' && 'local' in node) {
    declare(file.program, node.local as Node, 'import')
  }
}

/** The identifiers that a pattern declares. */
export function namesIn(pattern: Node): Node[] {
  switch (pattern.type) {
    case 'Identifier':
      return [pattern]
    case 'AssignmentPattern':
      return namesIn(pattern.left)
    case 'RestElement':
      return namesIn(pattern.argument)
    case 'TSParameterProperty':
      return namesIn(pattern.parameter)
    case 'Property':
      return namesIn(pattern.value)
    case 'ArrayPattern':
    case 'ObjectPattern':
      return childrenOf(pattern).flatMap(namesIn)
    default:
      return []
  }
}

function functionScope(file: SourceFile, node: Node): Node {
  let at = file.parents.get(node)
  while (at && !isFunction(at) && at.type !== 'Program' && at.type !== 'StaticBlock') {
    at = file.parents.get(at)
  }
  return at ?? file.program
}

const BLOCKS = new Set([
  'Program',
  'BlockStatement',
  'ForStatement',
  'ForInStatement',
  'ForOfStatement',
  'SwitchStatement',
  'StaticBlock',
  'TSModuleBlock',
  'ArrowFunctionExpression',
])

function blockScope(file: SourceFile, node: Node): Node {
  let at = file.parents.get(node)
  while (at && !BLOCKS.has(at.type)) at = file.parents.get(at)
  return at ?? file.program
}
