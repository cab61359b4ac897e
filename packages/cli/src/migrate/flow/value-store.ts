import type { Node } from 'oxc-parser'
import type { FunctionNode } from '../syntax/nodes.ts'
import { type Binding, readScopes, type Scopes } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type Cell, cellOf, type Worklist } from './cells.ts'
import { memberOf } from './members.ts'
import {
  bag,
  FOREIGNERS,
  instanceAt,
  isList,
  NONE,
  stepInto,
  union,
  type Value,
  type Values,
} from './values.ts'

type Identifier = Extract<Node, { type: 'Identifier' }>

/** What the names, members, functions and modules of a program stand for, as far as it is known. */
export class ValueStore {
  readonly #work: Worklist
  readonly #scopes = new Map<SourceFile, Scopes>()
  readonly #names = new Map<Binding, Cell>()
  readonly #members = new Map<Value, Map<string, Cell>>()
  /** Woken when an object gets a member with a new name. */
  readonly #shapes = new Map<Value, Cell>()
  readonly #returns = new Map<FunctionNode, Cell>()
  readonly #receivers = new Map<FunctionNode, Cell>()
  readonly #exports = new Map<SourceFile, Cell>()

  constructor(files: readonly SourceFile[], work: Worklist) {
    this.#work = work
    for (const file of files) {
      this.#scopes.set(file, readScopes(file))
      this.addExports(file, new Set([bag(`exports ${file.path}`)]))
    }
  }

  scopesOf(file: SourceFile): Scopes {
    const scopes = this.#scopes.get(file)
    if (scopes === undefined) throw new Error(`no scopes for ${file.path}`)
    return scopes
  }

  valuesOfName(file: SourceFile, identifier: Identifier): Values {
    const binding = this.scopesOf(file).lookup(identifier, identifier.name)
    if (binding !== undefined) return this.#work.read(cellOf(this.#names, binding))
    return identifier.name === 'exports' ? this.exportsOf(file) : NONE
  }

  /** Globals are not followed. */
  addToName(file: SourceFile, identifier: Identifier, values: Values): void {
    const binding = this.scopesOf(file).lookup(identifier, identifier.name)
    if (binding !== undefined) this.#work.add(cellOf(this.#names, binding), values)
  }

  /** The values of `module.exports`: the object that each module starts with, and others. */
  exportsOf(file: SourceFile): Values {
    return this.#work.read(cellOf(this.#exports, file))
  }

  addExports(file: SourceFile, values: Values): void {
    this.#work.add(cellOf(this.#exports, file), values)
  }

  addNamedExport(file: SourceFile, name: string, values: Values): void {
    for (const owner of this.exportsOf(file)) this.addToMember(owner, name, values)
  }

  /** What `owner.name` stands for, for each of the owners. */
  membersNamed(owners: Values, name: string): Values {
    let found: Values = NONE
    for (const owner of owners) {
      if (owner.type === 'foreign') {
        found = union(found, FOREIGNERS)
        continue
      }
      if (owner.type === 'external') {
        found = union(found, stepInto(owner, `.${name}`))
        continue
      }
      if (owner.type === 'thing') {
        const member = memberOf(owner, name)
        if (member !== undefined) found = union(found, new Set([member]))
      } else if (owner.type === 'code' && name === 'prototype') {
        found = union(found, new Set([instanceAt(owner.file, owner.node)]))
      }
      found = union(found, this.#work.read(this.#memberCell(owner, name)))
    }
    return found
  }

  /** All members of an object that are known so far. */
  membersOf(owner: Value): [string, Values][] {
    this.#work.read(cellOf(this.#shapes, owner))
    const table = this.#members.get(owner) ?? new Map<string, Cell>()
    return [...table].map(([name, cell]) => [name, this.#work.read(cell)])
  }

  /** What the items of lists stand for, by their index. */
  itemsOf(lists: Values): Values[] {
    const items: Values[] = []
    for (const list of lists) {
      if (!isList(list)) continue
      for (const [name, values] of this.membersOf(list)) {
        if (/^\d+$/.test(name)) items[Number(name)] = union(items[Number(name)] ?? NONE, values)
      }
    }
    return Array.from(items, (values) => values ?? NONE)
  }

  addToMember(owner: Value, name: string, values: Values): void {
    if (values.size > 0) this.#work.add(this.#memberCell(owner, name), values)
  }

  #memberCell(owner: Value, name: string): Cell {
    const table = this.#members.get(owner) ?? new Map<string, Cell>()
    this.#members.set(owner, table)
    const known = table.get(name)
    if (known !== undefined) return known
    const cell = cellOf(table, name)
    this.#work.wake(cellOf(this.#shapes, owner))
    return cell
  }

  /** What a function returns. */
  resultsOf(callee: FunctionNode): Values {
    return this.#work.read(cellOf(this.#returns, callee))
  }

  addResults(callee: FunctionNode, values: Values): void {
    this.#work.add(cellOf(this.#returns, callee), values)
  }

  /** What `this` stands for in a function. */
  receiversOf(callee: FunctionNode): Values {
    return this.#work.read(cellOf(this.#receivers, callee))
  }

  addReceiver(callee: FunctionNode, receiver: Value): void {
    this.#work.add(cellOf(this.#receivers, callee), new Set([receiver]))
  }
}
