import type { MemberExpression, Node } from 'oxc-parser'
import { keyName, memberName, parameterTarget } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type Evaluator, isModuleExports } from './evaluator.ts'
import type { ValueStore } from './value-store.ts'
import { type Code, listAt, NONE, union, type Values } from './values.ts'

/** A handler has four. A function that calls itself with `(first, ...others)` has more each time. */
const MOST_ARGUMENTS = 8

/** Gives values to names and members: by assignments, declarations and parameters. */
export class Assignments {
  readonly #store: ValueStore
  readonly #evaluator: Evaluator
  readonly #destructured = new Map<Node, Values>()

  constructor(store: ValueStore, evaluator: Evaluator) {
    this.#store = store
    this.#evaluator = evaluator
  }

  /** What an object pattern takes apart. */
  destructuredBy(pattern: Node): Values {
    return this.#destructured.get(pattern) ?? NONE
  }

  /** `left = …` */
  assign(file: SourceFile, left: Node, values: Values): void {
    if (left.type === 'MemberExpression') this.#assignMember(file, left, values)
    else this.bind(file, left, values)
  }

  /** Gives values to the names that a declaration or a parameter declares. */
  bind(file: SourceFile, pattern: Node, values: Values): void {
    if (values.size === 0) return
    switch (pattern.type) {
      case 'Identifier':
        this.#store.addToName(file, pattern, values)
        return
      case 'AssignmentPattern':
        this.bind(file, pattern.left, values)
        return
      case 'ObjectPattern':
        this.#destructured.set(pattern, union(this.destructuredBy(pattern), values))
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') continue
          const name = keyName(property)
          if (name === undefined) continue
          this.bind(file, property.value, this.#store.membersNamed(values, name))
        }
        return
      case 'ArrayPattern':
        for (const [index, element] of pattern.elements.entries()) {
          if (!element || element.type === 'RestElement') continue
          this.bind(file, element, this.#store.membersNamed(values, String(index)))
        }
        return
      default:
    }
  }

  /** Gives values to the parameters of a function, by their places. */
  bindParameters({ file, node }: Code, all: readonly Values[]): void {
    const given = all.slice(0, MOST_ARGUMENTS)
    const rest = node.params.find((each) => each.type === 'RestElement')
    for (const [index, values] of given.entries()) {
      this.#store.addToMember(listAt(file, node), String(index), values)
      const parameter = node.params[index]
      if (parameter && parameter !== rest) this.bind(file, parameterTarget(parameter), values)
    }
    if (rest === undefined) return
    const list = listAt(file, rest)
    this.bind(file, rest.argument, new Set([list]))
    for (const [index, values] of given.slice(node.params.indexOf(rest)).entries()) {
      this.#store.addToMember(list, String(index), values)
    }
  }

  #assignMember(file: SourceFile, left: MemberExpression, values: Values): void {
    if (values.size === 0) return
    if (isModuleExports(left)) {
      this.#store.addExports(file, values)
      return
    }
    const name = memberName(left)
    if (name === undefined) return
    for (const owner of this.#evaluator.valuesOf(file, left.object)) {
      if (owner.type !== 'code' && owner.type !== 'bag') continue
      this.#store.addToMember(owner, name, values)
      for (const value of values) {
        if (value.type === 'code') this.#store.addReceiver(value.node, owner)
      }
    }
  }
}
