import { dirname, resolve } from 'node:path'
import type { CallExpression, MemberExpression, NewExpression, Node } from 'oxc-parser'
import {
  bare,
  classOf,
  enclosingFunction,
  isFunction,
  isRequire,
  isSurelyNumber,
  memberName,
  stringValue,
} from '../syntax/nodes.ts'
import { pathStart } from '../syntax/path-start.ts'
import { constantOf } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { resultOf } from './members.ts'
import type { Modules } from './modules.ts'
import type { ValueStore } from './value-store.ts'
import {
  bagAt,
  code,
  externals,
  FOREIGNERS,
  instanceAt,
  instanceOf,
  isInstance,
  listAt,
  NONE,
  NUMBER,
  siteOf,
  stepInto,
  thing,
  union,
  type Value,
  type Values,
} from './values.ts'

/** Helpers of compilers and bundlers that return the module that they are given. */
const INTEROP =
  /^_*(?:interopRequire(?:Default|Wildcard)|importDefault|importStar|toESM|toCommonJS|interop_?require_?(?:default|wildcard))\d*$/i

const NUMBERS: Values = new Set([NUMBER])

/** Finds what an expression stands for, by what is known about the names in it. */
export class Evaluator {
  readonly #store: ValueStore
  readonly #modules: Modules
  /** What expressions stand for, until `forget`. */
  #cache = new Map<Node, Values>()

  constructor(store: ValueStore, modules: Modules) {
    this.#store = store
    this.#modules = modules
  }

  valuesOf(file: SourceFile, expression: Node): Values {
    const node = bare(expression)
    // A link of a chain of calls asks twice for the one before it, so a long chain needs the cache.
    const known = this.#cache.get(node)
    if (known !== undefined) return known
    const values = this.#evaluate(file, node)
    this.#cache.set(node, values)
    return values
  }

  /** What `require(specifier)` returns. */
  valuesOfModule(file: SourceFile, specifier: string | undefined): Values {
    if (specifier === undefined) return NONE
    const dialect = this.#modules.dialectOf(specifier, file)
    if (dialect !== undefined) return new Set([thing('factory', dialect)])
    const resolved = this.#modules.resolve(specifier, file)
    if (resolved) return this.#store.exportsOf(resolved)
    if (this.#modules.isForeign(specifier)) return FOREIGNERS
    const entry = this.#modules.externalOf(specifier, file)
    return entry === undefined ? NONE : externals(entry)
  }

  /** Modules that are loaded by a name, or by a path that only its start tells. */
  #valuesOfRequired(file: SourceFile, node: Node): Values {
    const name = stringValue(node) ?? stringValue(constantOf(this.#store.scopesOf(file), node))
    if (name !== undefined) return this.valuesOfModule(file, name)
    const { text, isWhole } = pathStart(file, node)
    if (isWhole) return this.valuesOfModule(file, text)
    const end = text.lastIndexOf('/')
    if (end === -1) return NONE
    const modules = this.#modules.modulesIn(resolve(dirname(file.path), text.slice(0, end)))
    return modules.map((each) => this.#store.exportsOf(each)).reduce(union, NONE)
  }

  /** To be called when the values of names may have grown. */
  forget(): void {
    this.#cache = new Map()
  }

  #evaluate(file: SourceFile, node: Node): Values {
    if (isSurelyNumber(node)) return NUMBERS
    switch (node.type) {
      case 'Identifier':
        if (node.name === 'arguments') return this.#valuesOfArguments(file, node)
        return this.#store.valuesOfName(file, node)
      case 'ThisExpression':
        return this.#valuesOfThis(file, node)
      case 'MemberExpression':
        return this.#valuesOfMember(file, node)
      case 'CallExpression':
      case 'NewExpression':
        return this.#valuesOfCall(file, node)
      case 'ImportExpression':
        return this.#valuesOfRequired(file, node.source)
      case 'AwaitExpression':
        return this.valuesOf(file, node.argument)
      case 'AssignmentExpression':
        return this.valuesOf(file, node.right)
      case 'ConditionalExpression':
        return union(this.valuesOf(file, node.consequent), this.valuesOf(file, node.alternate))
      case 'LogicalExpression':
        return union(this.valuesOf(file, node.left), this.valuesOf(file, node.right))
      case 'ArrayExpression':
        return new Set([listAt(file, node)])
      case 'ObjectExpression':
      case 'ClassExpression':
        return new Set([bagAt(file, node)])
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return new Set([code(file, node)])
      default:
        return NONE
    }
  }

  #valuesOfArguments(file: SourceFile, node: Node): Values {
    let owner = enclosingFunction(file, node)
    while (owner?.type === 'ArrowFunctionExpression') owner = enclosingFunction(file, owner)
    return owner ? new Set([listAt(file, owner)]) : NONE
  }

  #valuesOfThis(file: SourceFile, node: Node): Values {
    for (let at = file.parents.get(node); at; at = file.parents.get(at)) {
      if (at.type === 'PropertyDefinition') {
        const owner = classOf(file, at)
        return owner ? new Set([instanceAt(file, owner)]) : NONE
      }
      if (isFunction(at) && at.type !== 'ArrowFunctionExpression') {
        return this.#store.receiversOf(at)
      }
    }
    return NONE
  }

  #valuesOfMember(file: SourceFile, node: MemberExpression): Values {
    if (isModuleExports(node)) return this.#store.exportsOf(file)
    const name = memberName(node)
    if (name === undefined) return NONE
    return this.#store.membersNamed(this.valuesOf(file, node.object), name)
  }

  #valuesOfCall(file: SourceFile, call: CallExpression | NewExpression): Values {
    const callee = bare(call.callee)
    const [first] = call.arguments
    if (first && isRequire(callee)) {
      return this.#valuesOfRequired(file, first)
    }
    if (first && isInterop(callee)) return this.valuesOf(file, first)
    if (callee.type === 'MemberExpression') {
      const results = this.#resultsOfMethod(file, callee, call.arguments.length)
      if (results.size > 0) return results
    }
    let found: Values = NONE
    for (const value of this.valuesOf(file, callee)) {
      found = union(found, this.#resultsOfCalling(file, call, value))
    }
    return found
  }

  /** What a method of Express returns, and `bind` of a function, which stays that function. */
  #resultsOfMethod(file: SourceFile, callee: MemberExpression, count: number): Values {
    const name = memberName(callee) ?? ''
    const owners = [...this.valuesOf(file, callee.object)]
    const functions = owners.filter((owner) => owner.type === 'code')
    if (name === 'bind' && functions.length > 0) return new Set(functions)
    const things = owners.filter((owner) => owner.type === 'thing')
    return new Set(things.flatMap((owner) => resultOf(owner, name, count) ?? []))
  }

  #resultsOfCalling(file: SourceFile, call: CallExpression | NewExpression, value: Value): Values {
    if (value.type === 'thing') {
      const { dialect, isSure, kind } = value
      const site = siteOf(file, call)
      if (kind === 'routerFactory') return new Set([thing('router', dialect, { isSure, site })])
      if (kind !== 'factory' && kind !== 'createServer') return NONE
      return new Set([thing('app', dialect, { isSure, site })])
    }
    if (value.type === 'foreign') return FOREIGNERS
    if (value.type === 'external') return stepInto(value, '()')
    if (value.type === 'code') {
      const results = this.#store.resultsOf(value.node)
      if (call.type === 'CallExpression') return results
      return union(results, new Set([instanceAt(value.file, value.node)]))
    }
    // Instances of instances would be new values without end, so `new` of an instance has none.
    const isClassLike = value.type === 'bag' && !isInstance(value)
    return isClassLike && call.type === 'NewExpression' ? new Set([instanceOf(value)]) : NONE
  }
}

function isInterop(callee: Node): boolean {
  if (callee.type === 'Identifier') return INTEROP.test(callee.name)
  return callee.type === 'MemberExpression' && INTEROP.test(memberName(callee) ?? '')
}

export function isModuleExports(node: MemberExpression): boolean {
  const { object } = node
  return object.type === 'Identifier' && object.name === 'module' && memberName(node) === 'exports'
}
