import type { CallExpression, NewExpression, Node } from 'oxc-parser'
import { bare, type FunctionNode, memberName } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import type { Assignments } from './assignments.ts'
import type { Evaluator } from './evaluator.ts'
import { hasHandlerNames } from './guesses.ts'
import { LOOPS, VERBS } from './members.ts'
import type { ValueStore } from './value-store.ts'
import {
  type Code,
  type Dialect,
  FOREIGNERS,
  instanceAt,
  instanceOf,
  isExplained,
  isList,
  type Kind,
  NONE,
  type Thing,
  thing,
  type Value,
  type Values,
} from './values.ts'

type Call = CallExpression | NewExpression

/** How a function became a handler. */
interface Registration {
  /** The call that registers the function; without one, its annotated declaration or itself. */
  readonly by: Node
  readonly dialect: Dialect
  readonly isSure: boolean
  /** Whether it is a callback of `app.param`, whose fourth parameter does not mean an error. */
  readonly isParam: boolean
}

/** Gives values to the parameters of functions that are called or registered as handlers. */
export class Calls {
  readonly #store: ValueStore
  readonly #evaluator: Evaluator
  readonly #assignments: Assignments
  readonly #called = new Set<FunctionNode>()
  readonly #handlers = new Map<Node, Set<FunctionNode>>()

  constructor(store: ValueStore, evaluator: Evaluator, assignments: Assignments) {
    this.#store = store
    this.#evaluator = evaluator
    this.#assignments = assignments
  }

  /** Whether a call of the function was found, or a registration. */
  isCalled(callee: FunctionNode): boolean {
    return this.#called.has(callee)
  }

  /** The functions that a call registers as handlers. */
  handlersOf(call: Node): ReadonlySet<FunctionNode> {
    return this.#handlers.get(call) ?? new Set()
  }

  carry(file: SourceFile, call: Call): void {
    const callee = bare(call.callee)
    if (callee.type === 'MemberExpression') {
      const name = memberName(callee) ?? ''
      for (const owner of this.#evaluator.valuesOf(file, callee.object)) {
        if (owner.type === 'thing') this.#register(file, call, { owner, name })
        if (owner.type === 'code') this.#passThrough(file, call, { owner, name })
        if (isList(owner) && LOOPS.has(name)) this.#passItems(file, call, owner)
        if (isList(owner) && /^(?:push|unshift)$/.test(name)) this.#addItems(file, call, owner)
      }
    }
    for (const value of this.#evaluator.valuesOf(file, callee)) {
      if (value.type === 'foreign') this.#passToForeigners(file, call)
      if (call.type === 'NewExpression') this.#construct(file, call, value)
      else if (value.type === 'code') this.#passArguments(file, call.arguments, value)
    }
  }

  /** A call from code that is analysed on its own. A class is called by `new`. */
  addCall(callee: Value, given: readonly Values[]): void {
    if (callee.type === 'code') this.#pass(callee, given)
    if (callee.type !== 'bag') return
    for (const each of this.#store.membersNamed(new Set([instanceOf(callee)]), 'constructor')) {
      if (each.type === 'code') this.#pass(each, given)
    }
  }

  #construct(file: SourceFile, call: NewExpression, value: Value): void {
    if (value.type === 'code') {
      this.#passArguments(file, call.arguments, value)
      this.#store.addReceiver(value.node, instanceAt(value.file, value.node))
    }
    if (value.type !== 'bag') return
    const instance = new Set([instanceOf(value)])
    for (const each of this.#store.membersNamed(instance, 'constructor')) {
      if (each.type === 'code') this.#passArguments(file, call.arguments, each)
    }
  }

  /** Another framework calls the functions that it is given, also as members of an object. */
  #passToForeigners(file: SourceFile, call: Call): void {
    for (const argument of call.arguments) {
      const node = argument.type === 'SpreadElement' ? argument.argument : argument
      const values = this.#evaluator.valuesOf(file, node)
      const members = [...values].flatMap((value) => this.#store.membersOf(value))
      for (const each of [values, ...members.map(([, found]) => found)]) {
        for (const value of each) if (value.type === 'code') this.addForeign(value)
      }
    }
  }

  /** A function that other code than the program calls, with values that are not of Express. */
  addForeign(callee: Code): void {
    this.#called.add(callee.node)
    this.#assignments.bindParameters(
      callee,
      callee.node.params.map(() => FOREIGNERS),
    )
  }

  /** `handler.call(self, req, res)`, `handler.apply(self, arguments)` */
  #passThrough(file: SourceFile, call: Call, { owner, name }: { owner: Code; name: string }): void {
    const [, ...given] = call.arguments
    if (name === 'call') this.#passArguments(file, given, owner)
    const [list] = given
    if (name === 'apply' && list) this.#pass(owner, this.#itemsOf(file, list))
  }

  /** `routers.forEach((router) => …)` */
  #passItems(file: SourceFile, call: Call, list: Value): void {
    const [callback] = call.arguments
    const callees = callback ? [...this.#evaluator.valuesOf(file, callback)] : []
    for (const values of this.#store.itemsOf(new Set([list]))) {
      for (const callee of callees) {
        if (callee.type === 'code') this.#assignments.bindParameters(callee, [values])
      }
    }
  }

  /** `handlers.push(check)`: the items that are added count as the first one. */
  #addItems(file: SourceFile, call: Call, list: Value): void {
    for (const each of call.arguments) {
      if (each.type === 'SpreadElement') continue
      this.#store.addToMember(list, '0', this.#evaluator.valuesOf(file, each))
    }
  }

  #passArguments(file: SourceFile, given: readonly Node[], callee: Code): void {
    const values: Values[] = []
    for (const argument of given) {
      if (argument.type === 'SpreadElement') {
        // The arguments after a spread have no place that is known.
        this.#pass(callee, [...values, ...this.#itemsOf(file, argument.argument)])
        return
      }
      values.push(this.#evaluator.valuesOf(file, argument))
    }
    this.#called.add(callee.node)
    this.#pass(callee, values)
  }

  #itemsOf(file: SourceFile, list: Node): Values[] {
    return this.#store.itemsOf(this.#evaluator.valuesOf(file, list))
  }

  #pass(callee: Code, values: readonly Values[]): void {
    // A list that is not known explains nothing, so the function may still be a handler by its names.
    if (values.length > 0) this.#called.add(callee.node)
    this.#assignments.bindParameters(callee, values)
  }

  /** `app.get('/', handler)` and its like. */
  #register(file: SourceFile, call: Call, { owner, name }: { owner: Thing; name: string }): void {
    const { kind, dialect, isSure } = owner
    if (kind !== 'app' && kind !== 'router' && kind !== 'route') return
    const isParam = name === 'param'
    if (!VERBS.has(name) && name !== 'use' && !isParam) return
    const given = isParam ? call.arguments.slice(1) : call.arguments
    for (const argument of given) {
      this.#addHandlers(file, argument, { by: call, dialect, isSure, isParam })
    }
  }

  /** Arguments of a registration may be handlers, lists of them and calls that return one. */
  #addHandlers(file: SourceFile, argument: Node, registration: Registration): void {
    const node = bare(argument)
    if (node.type === 'ArrayExpression') {
      for (const each of node.elements) if (each) this.#addHandlers(file, each, registration)
      return
    }
    if (node.type === 'SpreadElement') {
      this.#addHandlers(file, node.argument, registration)
      return
    }
    const values = this.#evaluator.valuesOf(file, node)
    for (const value of [values, ...this.#store.itemsOf(values)].flatMap((each) => [...each])) {
      if (value.type === 'code') this.addHandler(value, registration)
    }
    if (isExplained(values) || node.type !== 'CallExpression') return
    // A wrapper that was not followed, such as asyncHandler(async (req, res) => …).
    for (const each of node.arguments) {
      for (const value of this.#evaluator.valuesOf(file, each)) {
        if (value.type !== 'code' || !hasHandlerNames(value.node)) continue
        this.addHandler(value, registration)
      }
    }
  }

  /** A handler gets a request and a response; with four parameters, an error before them. */
  addHandler(handler: Code, { by, dialect, isSure, isParam }: Registration): void {
    const { node } = handler
    const known = this.#handlers.get(by) ?? new Set()
    this.#handlers.set(by, known.add(node))
    this.#called.add(node)
    const kinds: Kind[] = ['req', 'res']
    const values: Values[] = kinds.map((kind) => new Set([thing(kind, dialect, { isSure })]))
    const isErrorHandler = node.params.length === 4 && !isParam
    const given = isErrorHandler ? [NONE, ...values] : values
    this.#assignments.bindParameters(handler, given)
  }
}
