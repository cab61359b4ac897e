import type { CallExpression, MemberExpression, NewExpression, Node } from 'oxc-parser'
import {
  bare,
  type ClassNode,
  enclosingFunction,
  type FunctionNode,
  isClass,
  isFunction,
  keyName,
  memberName,
  parameterName,
  parameterTarget,
  stringValue,
} from '../syntax/nodes.ts'
import { type Binding, readScopes, type Scopes } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { readAnnotations } from './annotations.ts'
import { type Cell, cellOf, type Task, type Values, Worklist } from './cells.ts'
import { guessedKind, hasHandlerNames, isUsedAs } from './guesses.ts'
import { FACTORY_MEMBERS, memberOf, resultOf, VERBS } from './members.ts'
import {
  bag,
  code,
  type Dialect,
  type Kind,
  type Thing,
  thing,
  UNKNOWN,
  type Value,
} from './values.ts'

/** What the analysis asks about modules. */
export interface Modules {
  /** The dialect of a specifier that names Express or webapp. */
  dialectOf(specifier: string, from: SourceFile): Dialect | undefined
  /** The file of the program that a specifier names. */
  resolve(specifier: string, from: SourceFile): SourceFile | undefined
  /** The dialect of code that only names and not imports suggest; `undefined` if there is none. */
  guessFor(file: SourceFile): Dialect | undefined
}

/** The one kind of thing that an expression stands for. */
export interface Subject {
  readonly kind: Kind
  readonly dialect: Dialect
  readonly isSure: boolean
  readonly name: string
  readonly sites: readonly string[]
}

const NONE: Values = new Set()

/** Helpers of compilers and bundlers that return the module that they are given. */
const INTEROP =
  /^_*(?:interopRequire(?:Default|Wildcard)|importDefault|importStar|toESM|interop_?require_?(?:default|wildcard))\d*$/i

/** The nodes that `#carry` treats. */
const CARRIERS: ReadonlySet<string> = new Set([
  'VariableDeclarator',
  'AssignmentExpression',
  'AssignmentPattern',
  'FunctionDeclaration',
  'ClassDeclaration',
  'ClassExpression',
  'ObjectExpression',
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

/**
 * Follows applications, routers, requests and responses through variables, members, parameters,
 * results and modules. The values of all names grow until nothing is added.
 */
export class Flow {
  readonly #modules: Modules
  readonly #scopes = new Map<SourceFile, Scopes>()
  readonly #work = new Worklist()
  readonly #bindings = new Map<Binding, Cell>()
  readonly #members = new Map<Value, Map<string, Cell>>()
  /** Woken when an object gets a member with a new name. */
  readonly #shapes = new Map<Value, Cell>()
  readonly #returns = new Map<FunctionNode, Cell>()
  readonly #receivers = new Map<FunctionNode, Cell>()
  readonly #exports = new Map<SourceFile, Cell>()
  readonly #called = new Set<FunctionNode>()
  /** The functions that a call registers as handlers. */
  readonly #handlers = new Map<Node, Set<FunctionNode>>()
  readonly #homes = new Map<FunctionNode, SourceFile>()
  /** What destructuring patterns take apart. */
  readonly #patterns = new Map<Node, Values>()
  /** What the expressions of the running task stand for; at the end, those of the program. */
  #cache = new Map<Node, Values>()

  constructor(files: readonly SourceFile[], modules: Modules) {
    this.#modules = modules
    for (const file of files) {
      this.#scopes.set(file, readScopes(file))
      this.#work.add(cellOf(this.#exports, file), new Set([bag(`exports ${file.path}`)]))
      for (const node of file.nodes) {
        if (isFunction(node)) this.#homes.set(node, file)
        if (CARRIERS.has(node.type)) this.#work.start({ file, node })
      }
    }
    for (const file of files) this.#readAnnotations(file)
    this.#settle()
    // Names decide only where nothing else says more, so in two rounds: first applications.
    for (const file of files) this.#guessApplications(file)
    this.#settle()
    for (const file of files) this.#guessHandlers(file)
    this.#settle()
    for (const file of files) this.#markUnknown(file)
    this.#cache = new Map()
  }

  scopesOf(file: SourceFile): Scopes {
    const scopes = this.#scopes.get(file)
    if (scopes === undefined) throw new Error(`no scopes for ${file.path}`)
    return scopes
  }

  handlersOf(call: Node): ReadonlySet<FunctionNode> {
    return this.#handlers.get(call) ?? new Set()
  }

  /** The thing that an expression stands for, if it is one of these kinds and no other. */
  subject(file: SourceFile, node: Node, ...kinds: readonly Kind[]): Subject | undefined {
    const isPattern = node.type === 'ObjectPattern'
    const values = [...(isPattern ? (this.#patterns.get(node) ?? NONE) : this.valuesOf(file, node))]
    const things = values.filter((value): value is Thing => value.type === 'thing')
    const [first] = things
    if (first === undefined || !things.every(({ kind }) => kinds.includes(kind))) return undefined
    const dialects = new Set(things.map(({ dialect }) => dialect))
    const isSure = things.every((each) => each.isSure) && !values.includes(UNKNOWN)
    return {
      kind: first.kind,
      dialect: Math.min(...dialects) as Dialect,
      isSure: isSure && dialects.size === 1,
      name: first.name,
      sites: [...new Set(things.map(({ site }) => site))],
    }
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

  #evaluate(file: SourceFile, node: Node): Values {
    switch (node.type) {
      case 'Identifier':
        return this.#valuesOfName(file, node, node.name)
      case 'ThisExpression':
        return this.#valuesOfThis(file, node)
      case 'MemberExpression':
        return this.#valuesOfMember(file, node)
      case 'CallExpression':
      case 'NewExpression':
        return this.#valuesOfCall(file, node)
      case 'ImportExpression':
        return this.#valuesOfModule(file, stringValue(node.source))
      case 'AwaitExpression':
        return this.valuesOf(file, node.argument)
      case 'AssignmentExpression':
        return this.valuesOf(file, node.right)
      case 'ConditionalExpression':
        return union(this.valuesOf(file, node.consequent), this.valuesOf(file, node.alternate))
      case 'LogicalExpression':
        return union(this.valuesOf(file, node.left), this.valuesOf(file, node.right))
      case 'ObjectExpression':
      case 'ClassExpression':
        return new Set([bag(keyOf(file, node))])
      case 'FunctionExpression':
      case 'ArrowFunctionExpression':
        return new Set([code(file, node)])
      default:
        return NONE
    }
  }

  #valuesOfName(file: SourceFile, node: Node, name: string): Values {
    const binding = this.scopesOf(file).lookup(node, name)
    if (binding !== undefined) return this.#work.read(cellOf(this.#bindings, binding))
    if (name === 'exports') return this.#work.read(cellOf(this.#exports, file))
    return NONE
  }

  #valuesOfThis(file: SourceFile, node: Node): Values {
    for (let at = file.parents.get(node); at; at = file.parents.get(at)) {
      if (at.type === 'PropertyDefinition') {
        const owner = file.parents.get(file.parents.get(at) as Node)
        return isClass(owner) ? new Set([instanceOf(file, owner)]) : NONE
      }
      if (isFunction(at) && at.type !== 'ArrowFunctionExpression') {
        return this.#work.read(cellOf(this.#receivers, at))
      }
    }
    return NONE
  }

  #valuesOfMember(file: SourceFile, node: MemberExpression): Values {
    const name = memberName(node)
    if (name === undefined) return NONE
    const { object } = node
    if (object.type === 'Identifier' && object.name === 'module' && name === 'exports') {
      return this.#work.read(cellOf(this.#exports, file))
    }
    return this.#membersNamed(this.valuesOf(file, object), name)
  }

  #membersNamed(owners: Values, name: string): Values {
    let found: Values = NONE
    for (const owner of owners) {
      if (owner.type === 'thing') {
        const member = memberOf(owner, name)
        if (member !== undefined) found = union(found, new Set([member]))
      } else if (owner.type === 'code' && name === 'prototype') {
        found = union(found, new Set([instanceOf(owner.file, owner.node)]))
      }
      found = union(found, this.#work.read(this.#memberCell(owner, name)))
    }
    return found
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

  /** All members of an object that are known so far. */
  #membersOf(owner: Value): [string, Values][] {
    this.#work.read(cellOf(this.#shapes, owner))
    const table = this.#members.get(owner) ?? new Map<string, Cell>()
    return [...table].map(([name, cell]) => [name, this.#work.read(cell)])
  }

  #valuesOfCall(file: SourceFile, call: CallExpression | NewExpression): Values {
    const callee = bare(call.callee)
    const [first] = call.arguments
    if (callee.type === 'Identifier' && callee.name === 'require' && first) {
      return this.#valuesOfModule(file, stringValue(first))
    }
    if (callee.type === 'MemberExpression') {
      const name = memberName(callee) ?? ''
      if (INTEROP.test(name) && first) return this.valuesOf(file, first)
      const owners = this.valuesOf(file, callee.object)
      if (name === 'bind' || name === 'default') {
        const functions = [...owners].filter((value) => value.type === 'code')
        if (functions.length > 0 && name === 'bind') return new Set(functions)
      }
      const results = [...owners].flatMap((owner) => {
        const isThing = owner.type === 'thing'
        return (isThing && resultOf(owner, name, call.arguments.length)) || []
      })
      if (results.length > 0) return new Set(results)
    }
    if (callee.type === 'Identifier' && INTEROP.test(callee.name) && first) {
      return this.valuesOf(file, first)
    }
    let found: Values = NONE
    for (const value of this.valuesOf(file, callee)) {
      found = union(found, this.#resultOfCalling(file, call, value))
    }
    return found
  }

  #resultOfCalling(file: SourceFile, call: CallExpression | NewExpression, value: Value): Values {
    if (value.type === 'thing') {
      const { dialect, isSure, kind } = value
      const site = keyOf(file, call)
      if (kind === 'routerFactory') return new Set([thing('router', dialect, { isSure, site })])
      if (kind !== 'factory' && kind !== 'createServer') return NONE
      return new Set([thing('app', dialect, { isSure, site })])
    }
    if (value.type === 'code') {
      const returned = this.#work.read(cellOf(this.#returns, value.node))
      if (call.type === 'CallExpression') return returned
      return union(returned, new Set([instanceOf(value.file, value.node)]))
    }
    // An instance cannot be constructed again: without a limit, this would make new values for ever.
    const isClassLike = value.type === 'bag' && !value.key.startsWith('new ')
    if (isClassLike && call.type === 'NewExpression') return new Set([bag(`new ${value.key}`)])
    return NONE
  }

  #valuesOfModule(file: SourceFile, specifier: string | undefined): Values {
    if (specifier === undefined) return NONE
    const dialect = this.#modules.dialectOf(specifier, file)
    if (dialect !== undefined) return new Set([thing('factory', dialect)])
    const resolved = this.#modules.resolve(specifier, file)
    return resolved ? this.#work.read(cellOf(this.#exports, resolved)) : NONE
  }

  #settle(): void {
    this.#work.settle(({ file, node }: Task) => {
      this.#cache = new Map()
      this.#carry(file, node)
    })
    this.#cache = new Map()
  }

  #carry(file: SourceFile, node: Node): void {
    switch (node.type) {
      case 'VariableDeclarator':
        if (node.init) this.#assign(file, node.id, this.valuesOf(file, node.init))
        return
      case 'AssignmentExpression':
        this.#assignExpression(file, node.left, this.valuesOf(file, node.right))
        return
      case 'AssignmentPattern':
        this.#assign(file, node.left, this.valuesOf(file, node.right))
        return
      case 'FunctionDeclaration':
        if (node.id) this.#assign(file, node.id, new Set([code(file, node)]))
        return
      case 'ClassDeclaration':
        if (node.id) this.#assign(file, node.id, new Set([bag(keyOf(file, node))]))
        this.#carryClass(file, node)
        return
      case 'ClassExpression':
        this.#carryClass(file, node)
        return
      case 'ObjectExpression':
        this.#carryObject(file, node)
        return
      case 'ReturnStatement': {
        const owner = enclosingFunction(file, node)
        if (node.argument && owner) this.#return(owner, this.valuesOf(file, node.argument))
        return
      }
      case 'ArrowFunctionExpression':
        if (node.body.type !== 'BlockStatement') this.#return(node, this.valuesOf(file, node.body))
        return
      case 'CallExpression':
      case 'NewExpression':
        this.#carryCall(file, node)
        return
      default:
        this.#carryModule(file, node)
    }
  }

  #carryClass(file: SourceFile, node: ClassNode): void {
    const statics = bag(keyOf(file, node))
    const instance = instanceOf(file, node)
    for (const member of node.body.body) {
      if (member.type !== 'MethodDefinition' && member.type !== 'PropertyDefinition') continue
      const owner = member.static ? statics : instance
      const name = keyName(member)
      if (!member.value || name === undefined) continue
      if (isFunction(member.value)) this.#receive(member.value, owner)
      this.#setMember(owner, name, this.valuesOf(file, member.value))
    }
    if (!node.superClass) return
    for (const parent of this.valuesOf(file, node.superClass)) {
      if (parent.type === 'bag') this.#inherit(instance, bag(`new ${parent.key}`))
    }
  }

  /** Both share members: methods of the parent use what the child sets, and the reverse. */
  #inherit(child: Value, parent: Value): void {
    for (const [name, values] of this.#membersOf(parent)) {
      this.#setMember(child, name, values)
      for (const value of values) if (value.type === 'code') this.#receive(value.node, child)
    }
  }

  #carryObject(file: SourceFile, node: Extract<Node, { type: 'ObjectExpression' }>): void {
    const owner = bag(keyOf(file, node))
    for (const property of node.properties) {
      if (property.type === 'SpreadElement') {
        for (const value of this.valuesOf(file, property.argument)) {
          for (const [name, values] of this.#membersOf(value)) {
            this.#setMember(owner, name, values)
          }
        }
        continue
      }
      const name = keyName(property)
      if (name === undefined) continue
      if (isFunction(property.value)) this.#receive(property.value, owner)
      this.#setMember(owner, name, this.valuesOf(file, property.value))
    }
  }

  #carryModule(file: SourceFile, node: Node): void {
    switch (node.type) {
      case 'ImportDeclaration': {
        const values = this.#valuesOfModule(file, node.source.value)
        for (const specifier of node.specifiers) {
          if (specifier.type === 'ImportSpecifier') {
            const { imported } = specifier
            const name = imported.type === 'Identifier' ? imported.name : imported.value
            this.#assign(file, specifier.local, this.#membersNamed(values, name))
          } else if (specifier.type === 'ImportNamespaceSpecifier') {
            this.#assign(file, specifier.local, values)
          } else {
            // A CommonJS file is its own default export.
            const named = this.#membersNamed(values, 'default')
            this.#assign(file, specifier.local, named.size > 0 ? named : values)
          }
        }
        return
      }
      case 'TSImportEqualsDeclaration':
        if (node.moduleReference.type === 'TSExternalModuleReference') {
          const { expression } = node.moduleReference
          this.#assign(file, node.id, this.#valuesOfModule(file, expression.value))
        }
        return
      case 'ExportNamedDeclaration':
        this.#carryExport(file, node)
        return
      case 'ExportAllDeclaration':
        for (const value of this.#valuesOfModule(file, node.source.value)) {
          if (value.type === 'thing') {
            for (const name of FACTORY_MEMBERS) {
              this.#export(file, name, this.#membersNamed(new Set([value]), name))
            }
          }
          for (const [name, values] of this.#membersOf(value)) {
            if (name !== 'default') this.#export(file, name, values)
          }
        }
        return
      case 'ExportDefaultDeclaration': {
        const { declaration } = node
        if (declaration.type === 'FunctionDeclaration') {
          this.#export(file, 'default', new Set([code(file, declaration)]))
        } else if (isClass(declaration)) {
          this.#export(file, 'default', new Set([bag(keyOf(file, declaration))]))
        } else {
          this.#export(file, 'default', this.valuesOf(file, declaration))
        }
        return
      }
      case 'TSExportAssignment':
        this.#work.add(cellOf(this.#exports, file), this.valuesOf(file, node.expression))
        return
      default:
    }
  }

  #carryExport(file: SourceFile, node: Extract<Node, { type: 'ExportNamedDeclaration' }>): void {
    const { declaration, source } = node
    if (declaration?.type === 'VariableDeclaration') {
      for (const { id } of declaration.declarations) {
        if (id.type === 'Identifier') this.#export(file, id.name, this.valuesOf(file, id))
      }
    } else if (declaration && 'id' in declaration && declaration.id?.type === 'Identifier') {
      this.#export(file, declaration.id.name, this.valuesOf(file, declaration.id))
    }
    const from = source ? this.#valuesOfModule(file, source.value) : undefined
    for (const { local, exported } of node.specifiers) {
      const name = local.type === 'Literal' ? local.value : local.name
      const values = from ? this.#membersNamed(from, name) : this.valuesOf(file, local)
      this.#export(file, exported.type === 'Literal' ? exported.value : exported.name, values)
    }
  }

  #export(file: SourceFile, name: string, values: Values): void {
    for (const value of this.#work.read(cellOf(this.#exports, file)))
      this.#setMember(value, name, values)
  }

  #carryCall(file: SourceFile, call: CallExpression | NewExpression): void {
    const callee = bare(call.callee)
    if (callee.type === 'MemberExpression') {
      const name = memberName(callee) ?? ''
      for (const owner of this.valuesOf(file, callee.object)) {
        if (owner.type === 'thing') this.#carryRegistration(file, call, owner, name)
      }
      // `handler.call(self, req, res)`
      if (name === 'call') {
        for (const value of this.valuesOf(file, callee.object)) {
          if (value.type === 'code') this.#passArguments(file, call.arguments.slice(1), value.node)
        }
      }
    }
    for (const value of this.valuesOf(file, callee)) {
      if (value.type === 'code') {
        this.#passArguments(file, call.arguments, value.node)
        if (call.type === 'NewExpression') {
          this.#receive(value.node, instanceOf(value.file, value.node))
        }
      } else if (value.type === 'bag' && call.type === 'NewExpression') {
        const built = this.#memberCell(bag(`new ${value.key}`), 'constructor')
        for (const each of this.#work.read(built)) {
          if (each.type === 'code') this.#passArguments(file, call.arguments, each.node)
        }
      }
    }
  }

  #passArguments(file: SourceFile, given: readonly Node[], callee: FunctionNode): void {
    this.#called.add(callee)
    for (const [index, argument] of given.entries()) {
      if (argument.type === 'SpreadElement') return
      const parameter = callee.params[index]
      if (parameter === undefined) return
      this.#assignIn(callee, parameterTarget(parameter), this.valuesOf(file, argument))
    }
  }

  #carryRegistration(
    file: SourceFile,
    call: CallExpression | NewExpression,
    owner: Thing,
    name: string,
  ): void {
    const { kind, dialect, isSure } = owner
    if (kind !== 'app' && kind !== 'router' && kind !== 'route') return
    const isParam = name === 'param'
    if (!VERBS.has(name) && name !== 'use' && !isParam) return
    const given = isParam ? call.arguments.slice(1) : call.arguments
    for (const argument of given) {
      this.#bindHandlers(file, call, argument, { dialect, isSure, isParam })
    }
  }

  #bindHandlers(
    file: SourceFile,
    call: Node,
    argument: Node,
    how: { dialect: Dialect; isSure: boolean; isParam: boolean },
  ): void {
    const node = bare(argument)
    if (node.type === 'ArrayExpression') {
      for (const each of node.elements) if (each) this.#bindHandlers(file, call, each, how)
      return
    }
    if (node.type === 'SpreadElement') {
      this.#bindHandlers(file, call, node.argument, how)
      return
    }
    const values = this.valuesOf(file, node)
    for (const value of values) if (value.type === 'code') this.#bindHandler(call, value.node, how)
    if (values.size > 0 || node.type !== 'CallExpression') return
    // A wrapper that was not followed, such as asyncHandler(async (req, res) => …).
    for (const each of node.arguments) {
      for (const value of this.valuesOf(file, each)) {
        if (value.type === 'code' && hasHandlerNames(value.node)) {
          this.#bindHandler(call, value.node, how)
        }
      }
    }
  }

  #bindHandler(
    call: Node,
    handler: FunctionNode,
    { dialect, isSure, isParam }: { dialect: Dialect; isSure: boolean; isParam: boolean },
  ): void {
    const known = this.#handlers.get(call) ?? new Set()
    this.#handlers.set(call, known.add(handler))
    this.#called.add(handler)
    const { params } = handler
    const first = params.length === 4 && !isParam ? 1 : 0
    const parts: Kind[] = ['req', 'res']
    for (const [index, kind] of parts.entries()) {
      const parameter = params[first + index]
      if (parameter === undefined) continue
      const values = new Set([thing(kind, dialect, { isSure })])
      this.#assignIn(handler, parameterTarget(parameter), values)
    }
  }

  #assignIn(owner: FunctionNode, pattern: Node, values: Values): void {
    const file = this.#fileOf(owner)
    if (file !== undefined) this.#assign(file, pattern, values)
  }

  #fileOf(owner: FunctionNode): SourceFile | undefined {
    return this.#homes.get(owner)
  }

  #assign(file: SourceFile, pattern: Node, values: Values): void {
    if (values.size === 0) return
    switch (pattern.type) {
      case 'Identifier': {
        const binding = this.scopesOf(file).lookup(pattern, pattern.name)
        if (binding === undefined) return
        this.#work.add(cellOf(this.#bindings, binding), values)
        return
      }
      case 'AssignmentPattern':
        this.#assign(file, pattern.left, values)
        return
      case 'ObjectPattern':
        this.#patterns.set(pattern, union(this.#patterns.get(pattern) ?? NONE, values))
        for (const property of pattern.properties) {
          if (property.type === 'RestElement') continue
          const name = keyName(property)
          if (name !== undefined) {
            this.#assign(file, property.value, this.#membersNamed(values, name))
          }
        }
        return
      default:
    }
  }

  #assignExpression(file: SourceFile, left: Node, values: Values): void {
    if (values.size === 0) return
    if (left.type !== 'MemberExpression') {
      this.#assign(file, left, values)
      return
    }
    const name = memberName(left)
    const { object } = left
    if (object.type === 'Identifier' && object.name === 'module' && name === 'exports') {
      this.#work.add(cellOf(this.#exports, file), values)
      return
    }
    if (name === undefined) return
    for (const owner of this.valuesOf(file, object)) {
      if (owner.type === 'thing' || owner.type === 'unknown') continue
      this.#setMember(owner, name, values)
      for (const value of values) if (value.type === 'code') this.#receive(value.node, owner)
    }
  }

  #setMember(owner: Value, name: string, values: Values): void {
    if (values.size === 0) return
    this.#work.add(this.#memberCell(owner, name), values)
  }

  #receive(callee: FunctionNode, receiver: Value): void {
    this.#work.add(cellOf(this.#receivers, callee), new Set([receiver]))
  }

  #return(owner: FunctionNode, values: Values): void {
    this.#work.add(cellOf(this.#returns, owner), values)
  }

  #readAnnotations(file: SourceFile): void {
    readAnnotations(file, this.scopesOf(file), this.#modules, {
      isThing: (target, kind, dialect) =>
        this.#assign(file, target, new Set([thing(kind, dialect)])),
      hasMember: (owner, name, kind, dialect) =>
        this.#setMember(instanceOf(file, owner), name, new Set([thing(kind, dialect)])),
      isHandler: (declarator, handler, dialect) =>
        this.#bindHandler(declarator, handler, { dialect, isSure: true, isParam: false }),
    })
  }

  /** Parameters called `app` and `router` on which routes are registered, and `express`. */
  #guessApplications(file: SourceFile): void {
    const dialect = this.#modules.guessFor(file)
    if (dialect === undefined) return
    for (const owner of file.nodes) {
      if (!isFunction(owner)) continue
      for (const parameter of owner.params) {
        const kind = guessedKind(parameterName(parameter))
        const target = parameterTarget(parameter)
        if (kind === undefined || this.valuesOf(file, target).size > 0) continue
        if (!isUsedAs(file, this.scopesOf(file), { owner, target, kind })) continue
        this.#assign(file, target, new Set([thing(kind, dialect)]))
      }
    }
  }

  /** Functions that have the parameters of a handler, and that nothing else explains. */
  #guessHandlers(file: SourceFile): void {
    const dialect = this.#modules.guessFor(file)
    if (dialect === undefined) return
    for (const node of file.nodes) {
      if (!isFunction(node) || this.#called.has(node) || !hasHandlerNames(node)) continue
      const how = { dialect, isSure: false, isParam: false }
      if (node.params.every((each) => this.valuesOf(file, parameterTarget(each)).size === 0)) {
        this.#bindHandler(node, node, how)
      }
    }
  }

  /** Names that also get a value that was not followed are not certain. */
  #markUnknown(file: SourceFile): void {
    for (const node of file.nodes) {
      if (node.type !== 'AssignmentExpression' || node.left.type !== 'Identifier') continue
      const binding = this.scopesOf(file).lookup(node.left, node.left.name)
      const known = binding && this.#bindings.get(binding)
      if (known === undefined || known.values.size === 0) continue
      if (this.valuesOf(file, node.right).size === 0) this.#work.add(known, new Set([UNKNOWN]))
    }
  }
}

function instanceOf(file: SourceFile, node: ClassNode | FunctionNode): Value {
  return bag(`new ${keyOf(file, node)}`)
}

function keyOf(file: SourceFile, node: Node): string {
  return `${file.path}:${node.start}-${node.end}`
}

function union(some: Values, others: Values): Values {
  if (some.size === 0) return others
  if (others.size === 0) return some
  return new Set([...some, ...others])
}
