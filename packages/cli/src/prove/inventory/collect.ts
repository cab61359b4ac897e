import type { Node } from 'oxc-parser'
import type { Flow } from '../../migrate/flow/flow.ts'
import type { Modules } from '../../migrate/flow/modules.ts'
import type { Dialect, Thing, Values } from '../../migrate/flow/values.ts'
import { methodCallOf } from '../../migrate/rules/calls.ts'
import { bare, keyName, memberName } from '../../migrate/syntax/nodes.ts'
import type { SourceFile } from '../../migrate/syntax/source-file.ts'
import { possibleTexts } from './names.ts'
import { type Origin, type Owner, originOf, ownerOf } from './surface.ts'
import type { Computed, Inventory, Use } from './use.ts'

/** A part of the interface that an expression may stand for. */
interface Part {
  readonly owner: Owner
  readonly dialect: Dialect
  readonly isSure: boolean
  /** The member of the module that it is, such as `static`. */
  readonly prefix: string
}

interface Target {
  readonly uses: Use[]
  readonly computed: Computed[]
}

/** Finds all places in which files take members of applications, routers, requests and responses. */
export function collectInventory(
  flow: Flow,
  files: readonly SourceFile[],
  modules: Modules,
): Inventory {
  const target: Target = { uses: [], computed: [] }
  for (const file of files) {
    for (const node of file.nodes) {
      if (node.type === 'MemberExpression') collectMember(target, flow, file, node)
      else if (node.type === 'ObjectPattern') collectPattern(target, flow, file, node)
      else if (node.type === 'ImportDeclaration') collectImport(target, file, node, modules)
    }
  }
  return target
}

function collectMember(
  target: Target,
  flow: Flow,
  file: SourceFile,
  node: Extract<Node, { type: 'MemberExpression' }>,
): void {
  const parts = partsOf(flow.valuesOf(file, node.object))
  if (parts.length === 0) return
  const name = memberName(node)
  const names = name === undefined ? possibleTexts(flow, file, node.property) : [name]
  for (const part of parts) {
    if (names === undefined) {
      const { owner, isSure } = part
      target.computed.push({ file, node, owner, isSure })
      continue
    }
    for (const each of names) add(target, file, { node, name: each, part })
  }
}

function collectPattern(
  target: Target,
  flow: Flow,
  file: SourceFile,
  node: Extract<Node, { type: 'ObjectPattern' }>,
): void {
  for (const part of partsOf(flow.destructuredBy(node))) {
    for (const property of node.properties) {
      const name = property.type === 'Property' ? keyName(property) : undefined
      if (name !== undefined) add(target, file, { node: property, name, part })
      else if (property.type === 'Property') {
        const { owner, isSure } = part
        target.computed.push({ file, node: property, owner, isSure })
      }
    }
  }
}

/** `import { Router } from 'express'` */
function collectImport(
  target: Target,
  file: SourceFile,
  node: Extract<Node, { type: 'ImportDeclaration' }>,
  modules: Modules,
): void {
  const dialect = modules.dialectOf(node.source.value, file)
  if (dialect === undefined || node.importKind === 'type') return
  const part: Part = { owner: 'express', dialect, isSure: true, prefix: '' }
  for (const specifier of node.specifiers) {
    if (specifier.type !== 'ImportSpecifier' || specifier.importKind === 'type') continue
    const { imported } = specifier
    const name = imported.type === 'Identifier' ? imported.name : imported.value
    if (name !== 'default') add(target, file, { node: specifier, name, part })
  }
}

function add(
  target: Target,
  file: SourceFile,
  { node, name, part }: { node: Node; name: string; part: Part },
): void {
  const { owner, dialect, isSure, prefix } = part
  // The default export is the module itself.
  if (owner === 'express' && prefix === '' && name === 'default') return
  const full = `${prefix}${name}`
  const origin = prefix === '' ? originOf(owner, name) : originOfStatic(name)
  target.uses.push({
    file,
    node,
    owner,
    name: full,
    origin,
    dialect,
    isSure,
    call: callOf(file, node),
  })
}

/** A member of middleware, such as `express.static.mime`. */
function originOfStatic(name: string): Origin {
  return name in Function.prototype ? 'node' : 'express'
}

function callOf(file: SourceFile, node: Node): Use['call'] {
  let at = file.parents.get(node)
  // Wrappers such as `app.get!` do not change the value.
  while (at !== undefined && at.type !== 'CallExpression' && bare(at) === node) {
    at = file.parents.get(at)
  }
  const call = at && methodCallOf(file, at)
  return call?.callee === node ? call : undefined
}

/** The parts of the interface among values, each kind once. */
export function partsOf(values: Values): Part[] {
  const things = [...values].filter((value): value is Thing => value.type === 'thing')
  const isMixed = [...values].some(({ type }) => type === 'unknown' || type === 'foreign')
  const found = new Map<string, Part>()
  for (const { kind, dialect, isSure, name } of things) {
    const owner = kind === 'routerFactory' || kind === 'middleware' ? 'express' : ownerOf(kind)
    if (owner === undefined) continue
    const prefix = kind === 'routerFactory' ? 'Router.' : kind === 'middleware' ? `${name}.` : ''
    const key = `${owner} ${prefix} ${dialect}`
    const known = found.get(key)
    found.set(key, {
      owner,
      dialect,
      prefix,
      isSure: (known?.isSure ?? true) && isSure && !isMixed,
    })
  }
  return [...found.values()]
}
