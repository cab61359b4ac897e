import type { Node } from 'oxc-parser'
import { type FunctionNode, isFunction, parameterName, parameterTarget } from '../syntax/nodes.ts'
import type { Scopes } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type Analysis, createAnalysis } from './analysis.ts'
import { readAnnotations } from './annotations.ts'
import { carry, isCarrier } from './carry.ts'
import { Worklist } from './cells.ts'
import { type Entrance, enter, walk } from './entrances.ts'
import { guessedKind, hasHandlerNames, isUsedAs } from './guesses.ts'
import type { Modules } from './modules.ts'
import {
  code,
  type Dialect,
  FOREIGN,
  instanceAt,
  isExplained,
  type Kind,
  type Thing,
  thing,
  UNKNOWN,
  type Value,
  type Values,
} from './values.ts'

/** The one kind of thing that an expression stands for. */
export interface Subject {
  readonly kind: Kind
  readonly dialect: Dialect
  readonly isSure: boolean
  readonly name: string
  readonly sites: readonly string[]
}

const ENTRANCE_ROUNDS = 2

/**
 * Follows applications, routers, requests and responses through variables, members, parameters,
 * results and modules. The values of all names grow until nothing is added.
 */
export class Flow {
  readonly #work = new Worklist()
  readonly #analysis: Analysis
  /** Files with functions that a tool calls with its own application, and the name of the tool. */
  readonly tools = new Map<SourceFile, string>()

  /** `entrances` are what other code hands to the exports of these files. */
  constructor(files: readonly SourceFile[], modules: Modules, entrances: readonly Entrance[] = []) {
    this.#analysis = createAnalysis(files, modules, this.#work)
    for (const file of files) {
      for (const node of file.nodes) if (isCarrier(node)) this.#work.start({ file, node })
    }
    for (const file of files) this.#readAnnotations(file)
    this.#settle()
    for (const file of files) this.#readTool(file)
    this.#settle()
    this.#enter(files, entrances)
    // Names decide only where nothing else says more, so in two rounds: first applications.
    for (const file of files) this.#guessApplications(file)
    this.#settle()
    for (const file of files) this.#guessHandlers(file)
    this.#settle()
    for (const file of files) this.#markUnknown(file)
    this.#analysis.evaluator.forget()
  }

  scopesOf(file: SourceFile): Scopes {
    return this.#analysis.store.scopesOf(file)
  }

  /** The functions that a call registers as handlers. */
  handlersOf(call: Node): ReadonlySet<FunctionNode> {
    return this.#analysis.calls.handlersOf(call)
  }

  valuesOf(file: SourceFile, expression: Node): Values {
    return this.#analysis.evaluator.valuesOf(file, expression)
  }

  /** What an object pattern takes apart. */
  destructuredBy(pattern: Node): Values {
    return this.#analysis.assignments.destructuredBy(pattern)
  }

  /** What the members of an object, and the items of a list, stand for. */
  membersOf(value: Value): Values[] {
    return this.#analysis.store.membersOf(value).map(([, values]) => values)
  }

  /** What the exports of a file lead to. */
  valuesAt(file: SourceFile, steps: readonly string[]): Values {
    return walk(this.#analysis, file, steps)
  }

  /** The thing that an expression stands for, if it is one of these kinds and no other. */
  subject(file: SourceFile, node: Node, ...kinds: readonly Kind[]): Subject | undefined {
    const isPattern = node.type === 'ObjectPattern'
    const { assignments } = this.#analysis
    const values = [...(isPattern ? assignments.destructuredBy(node) : this.valuesOf(file, node))]
    const things = values.filter((value): value is Thing => value.type === 'thing')
    const [first] = things
    if (first === undefined || !things.every(({ kind }) => kinds.includes(kind))) return undefined
    const dialects = new Set(things.map(({ dialect }) => dialect))
    const isOther = values.includes(UNKNOWN) || values.includes(FOREIGN)
    const isSure = things.every((each) => each.isSure) && !isOther
    return {
      kind: first.kind,
      dialect: Math.min(...dialects) as Dialect,
      isSure: isSure && dialects.size === 1,
      name: first.name,
      sites: [...new Set(things.map(({ site }) => site))],
    }
  }

  #settle(): void {
    const { evaluator } = this.#analysis
    this.#work.settle(({ file, node }) => {
      evaluator.forget()
      carry(this.#analysis, file, node)
    })
    evaluator.forget()
  }

  /** What functions return may grow by what they are given, and with it what is entered. */
  #enter(files: readonly SourceFile[], entrances: readonly Entrance[]): void {
    if (entrances.length === 0) return
    for (let round = 0; round < ENTRANCE_ROUNDS; round++) {
      enter(this.#analysis, files, entrances)
      this.#settle()
    }
  }

  #readAnnotations(file: SourceFile): void {
    const { modules, store, assignments, calls } = this.#analysis
    readAnnotations(file, store.scopesOf(file), modules, {
      isThing: (target, kind, dialect) =>
        assignments.bind(file, target, new Set([thing(kind, dialect)])),
      hasMember: (owner, name, kind, dialect) =>
        store.addToMember(instanceAt(file, owner), name, new Set([thing(kind, dialect)])),
      isHandler: (declarator, handler, dialect) => {
        const registration = { by: declarator, dialect, isSure: true, isParam: false }
        calls.addHandler(code(file, handler), registration)
      },
    })
  }

  /** A tool calls the functions that a file exports, and those that nothing else explains. */
  #readTool(file: SourceFile): void {
    const { modules, store, calls } = this.#analysis
    const tool = modules.toolFor(file)
    if (tool === undefined) return
    const exported = store.exportsOf(file)
    const called = [...exported, ...store.membersNamed(exported, 'default')]
    for (const value of called) if (value.type === 'code') calls.addForeign(value)
    for (const node of file.nodes) {
      if (!isFunction(node)) continue
      if (!calls.isCalled(node)) calls.addForeign(code(file, node))
      if (this.#hasApplication(file, node)) this.tools.set(file, tool)
    }
  }

  #hasApplication(file: SourceFile, { params }: FunctionNode): boolean {
    return params.some((each) => {
      const kind = guessedKind(parameterName(each))
      return kind && isUsedAs(file, this.scopesOf(file), parameterTarget(each), kind)
    })
  }

  /** Parameters called `app` and `router` on which routes are registered, and `express`. */
  #guessApplications(file: SourceFile): void {
    const { modules, assignments } = this.#analysis
    const dialect = modules.guessFor(file)
    if (dialect === undefined) return
    const isSure = modules.isGuessSafe(file)
    for (const owner of file.nodes) {
      if (!isFunction(owner)) continue
      for (const parameter of owner.params) {
        const kind = guessedKind(parameterName(parameter))
        const target = parameterTarget(parameter)
        if (kind === undefined || isExplained(this.valuesOf(file, target))) continue
        if (!isUsedAs(file, this.scopesOf(file), target, kind)) continue
        assignments.bind(file, target, new Set([thing(kind, dialect, { isSure })]))
      }
    }
  }

  /** Functions that have the parameters of a handler, and that nothing else explains. */
  #guessHandlers(file: SourceFile): void {
    const { modules, calls } = this.#analysis
    const dialect = modules.guessFor(file)
    if (dialect === undefined) return
    for (const node of file.nodes) {
      if (!isFunction(node) || calls.isCalled(node) || !hasHandlerNames(node)) continue
      if (!node.params.some((each) => isExplained(this.valuesOf(file, parameterTarget(each))))) {
        calls.addHandler(code(file, node), { by: node, dialect, isSure: false, isParam: false })
      }
    }
  }

  /** Names that also get a value that was not followed are not certain. */
  #markUnknown(file: SourceFile): void {
    const { store } = this.#analysis
    for (const node of file.nodes) {
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'Identifier') continue
      if (store.valuesOfName(file, node.left).size === 0) continue
      if (isExplained(this.valuesOf(file, node.right))) continue
      store.addToName(file, node.left, new Set([UNKNOWN]))
    }
  }
}
