import type { Node } from 'oxc-parser'
import type { ClassNode, FunctionNode } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'

/** The major version of Express that code was written for. */
export type Dialect = 3 | 4 | 5

export type Kind =
  | 'factory'
  | 'routerFactory'
  | 'createServer'
  | 'middleware'
  | 'app'
  | 'router'
  | 'route'
  | 'req'
  | 'res'

/** A part of Express that an expression may stand for. */
export interface Thing {
  readonly type: 'thing'
  readonly kind: Kind
  readonly dialect: Dialect
  /** False if only the names of parameters suggest it. */
  readonly isSure: boolean
  /** The member of the factory, for middleware such as `express.json`. */
  readonly name: string
  /** The call that made an application or a router. */
  readonly site: string
}

export interface Code {
  readonly type: 'code'
  readonly file: SourceFile
  readonly node: FunctionNode
}

/** An object literal, a list, a class, an instance or a module. */
export interface Bag {
  readonly type: 'bag'
  readonly key: string
}

/** A value from code that was not followed. */
export interface Unknown {
  readonly type: 'unknown'
}

/** Something of another framework, such as an application of connect or its requests. */
export interface Foreign {
  readonly type: 'foreign'
}

/** Something of a package that is analysed on its own, such as what `helmet()` returns. */
export interface External {
  readonly type: 'external'
  /** The file of the package that a specifier leads to. */
  readonly entry: string
  /** The steps from its exports to the value: members, `.initialize`, and calls, `()`. */
  readonly steps: readonly string[]
}

/** Any number. */
export interface NumberValue {
  readonly type: 'number'
}

export type Value = Thing | Code | Bag | Unknown | Foreign | External | NumberValue

/** Everything that an expression may stand for. */
export type Values = ReadonlySet<Value>

export const UNKNOWN: Unknown = { type: 'unknown' }

export const NUMBER: NumberValue = { type: 'number' }

export const FOREIGN: Foreign = { type: 'foreign' }

export const NONE: Values = new Set()

/** The one value of everything that comes from another framework. */
export const FOREIGNERS: Values = new Set([FOREIGN])

const interned = new Map<string, Value>()
const functions = new WeakMap<FunctionNode, Code>()

export function thing(
  kind: Kind,
  dialect: Dialect,
  { isSure = true, name = '', site = '' }: Partial<Thing> = {},
): Thing {
  const key = `${kind} ${dialect} ${isSure} ${name} ${site}`
  return intern(key, { type: 'thing', kind, dialect, isSure, name, site })
}

export function bag(key: string): Bag {
  return intern(`bag ${key}`, { type: 'bag', key })
}

/** The object that a literal makes, or a class with its static members. */
export function bagAt(file: SourceFile, node: Node): Bag {
  return bag(siteOf(file, node))
}

/** The list of an array literal or of a rest parameter; for a function, its `arguments`. */
export function listAt(file: SourceFile, node: Node): Bag {
  return bag(`list ${siteOf(file, node)}`)
}

export function isList(value: Value): boolean {
  return value.type === 'bag' && value.key.startsWith('list ')
}

/** What `new` makes of a class or of a function. All its instances count as one. */
export function instanceAt(file: SourceFile, node: ClassNode | FunctionNode): Bag {
  return instanceOf(bagAt(file, node))
}

export function instanceOf({ key }: Bag): Bag {
  return bag(`new ${key}`)
}

export function isInstance({ key }: Bag): boolean {
  return key.startsWith('new ')
}

/** The place of a node in the program, as the key of what is made there. */
export function siteOf(file: SourceFile, node: Node): string {
  return `${file.path}:${node.start}-${node.end}`
}

export function code(file: SourceFile, node: FunctionNode): Code {
  const known = functions.get(node) ?? { type: 'code', file, node }
  functions.set(node, known)
  return known
}

/** Values are compared by identity, so equal ones are the same object. */
function intern<T extends Value>(key: string, value: T): T {
  const known = interned.get(key) ?? value
  interned.set(key, known)
  return known as T
}

/** Longer ways into a package end in nothing, so that `x = x.next` ends. */
const MOST_STEPS = 5

export function externals(entry: string, steps: readonly string[] = []): Values {
  if (steps.length > MOST_STEPS) return NONE
  const key = `external ${entry} ${steps.join('')}`
  return new Set([intern<External>(key, { type: 'external', entry, steps })])
}

/** What a step into a package leads to. The default export of a CommonJS package is its exports. */
export function stepInto({ entry, steps }: External, step: string): Values {
  return externals(entry, step === '.default' ? steps : [...steps, step])
}

/** Whether something else is known than that a value comes from a package. */
export function isExplained(values: Values): boolean {
  for (const { type } of values) if (type !== 'external') return true
  return false
}

export function union(some: Values, others: Values): Values {
  if (some.size === 0) return others
  if (others.size === 0) return some
  return new Set([...some, ...others])
}
