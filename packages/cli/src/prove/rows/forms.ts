import type { Node } from 'oxc-parser'
import type { Flow } from '../../migrate/flow/flow.ts'
import { VERBS } from '../../migrate/flow/members.ts'
import {
  bare,
  enclosingFunction,
  isFunction,
  isWritten,
  keyName,
  memberName,
  numberValue,
  stringValue,
} from '../../migrate/syntax/nodes.ts'
import { constantOf } from '../../migrate/syntax/scopes.ts'
import type { SourceFile } from '../../migrate/syntax/source-file.ts'
import type { Use } from '../inventory/use.ts'

/** Whether a use has the form that a row is about. */
export type Form = (use: Use, flow: Flow) => boolean

/** Every use of the member. */
export const anyUse: Form = () => true

/** The value of an argument, also of a constant; `undefined` without a call. */
function argument({ call, file }: Use, flow: Flow, at: number): Node | undefined {
  const given = call?.given?.[at]
  if (given === undefined) return undefined
  const node = bare(given)
  return constantOf(flow.scopesOf(file), node) ?? node
}

/** The value of an option of a call, `{ limit: -1 }`. */
function option(use: Use, flow: Flow, at: number, name: string): Node | undefined {
  const options = argument(use, flow, at)
  if (options?.type !== 'ObjectExpression') return undefined
  const found = options.properties.find(
    (each) => each.type === 'Property' && keyName(each) === name,
  )
  return found?.type === 'Property' ? bare(found.value) : undefined
}

export const isCalled: Form = ({ call }) => call !== undefined

/** `app.get(/a/g, handler)` */
export const hasStickyPath: Form = (use, flow) => {
  const path = argument(use, flow, 0)
  const paths = path?.type === 'ArrayExpression' ? path.elements : [path]
  return paths.some((each) => {
    return each?.type === 'Literal' && 'regex' in each && /[gy]/.test(each.regex.flags)
  })
}

/** A status that is sent: `res.status(102)`, `res.writeHead(102)`, `res.statusCode = 102`. */
export function sendsStatus(test: (status: number) => boolean): Form {
  return (use, flow) => {
    const { file, node, name } = use
    if (name !== 'statusCode') {
      const status = numberValue(argument(use, flow, 0))
      return status !== undefined && test(status)
    }
    const parent = file.parents.get(node)
    if (parent?.type !== 'AssignmentExpression' || parent.left !== node) return false
    const status = numberValue(bare(parent.right))
    return status !== undefined && test(status)
  }
}

/** `res.set('Transfer-Encoding', …)`, also in an object of headers. */
export function setsHeader(header: string): Form {
  return (use, flow) => {
    const { call, name } = use
    if (call === undefined) return false
    const at = name === 'writeHead' ? (call.given?.length ?? 1) - 1 : 0
    const first = argument(use, flow, at)
    if (stringValue(first)?.toLowerCase() === header) return name !== 'writeHead'
    if (first?.type !== 'ObjectExpression') return false
    return first.properties.some(
      (each) => each.type === 'Property' && keyName(each)?.toLowerCase() === header,
    )
  }
}

/** A literal option for which a test holds. */
export function hasOption(name: string, test: (value: Node) => boolean, at = 0): Form {
  return (use, flow) => {
    const value = option(use, flow, at, name)
    return value !== undefined && test(value)
  }
}

export function isNegative(node: Node): boolean {
  return node.type === 'UnaryExpression' && node.operator === '-'
}

export function isLiteralButNumber(node: Node): boolean {
  return node.type === 'Literal' && typeof node.value !== 'number'
}

export function isNothingOrFraction(node: Node): boolean {
  if (node.type !== 'Literal') return false
  return node.value === null || (typeof node.value === 'number' && !Number.isInteger(node.value))
}

export function isLiteral(value: unknown): (node: Node) => boolean {
  return (node) => node.type === 'Literal' && node.value === value
}

/** `express.Route('/x')` and `express.Route.prototype = …` */
export const isClassUsedAsFunction: Form = ({ call, file, node, name }) => {
  if (name === 'Router.prototype') return isWritten(file, node)
  const parent = file.parents.get(node)
  const isPrototype = parent?.type === 'MemberExpression' && memberName(parent) === 'prototype'
  return call !== undefined || (isPrototype && isWritten(file, parent))
}

/** A member that only webapp has is read, and not written anywhere in the same file. */
export const isReadAsOwn: Form = ({ file, node, owner, name }, flow) => {
  if (node.type !== 'MemberExpression' || isWritten(file, node)) return false
  return !file.nodes.some(
    (each) =>
      each.type === 'MemberExpression' &&
      memberName(each) === name &&
      isWritten(file, each) &&
      [...flow.valuesOf(file, each.object)].some(
        (value) => value.type === 'thing' && (value.kind === owner || owner === 'express'),
      ),
  )
}

export const isAssigned: Form = ({ file, node }) => isWritten(file, node)

/** `app.route('/x', { name: 'x' })` */
export const hasRouteName: Form = hasOption('name', () => true, 1)

/** `app.set('env', …)` */
export function setsSetting(setting: string): Form {
  return (use, flow) =>
    (use.call?.given?.length ?? 0) > 1 && stringValue(argument(use, flow, 0)) === setting
}

/** The last argument is a function. */
export const hasCallback: Form = ({ call, file }, flow) => {
  const last = call?.given?.at(-1)
  if (last === undefined) return false
  return (
    isFunction(bare(last)) || [...flow.valuesOf(file, last)].some(({ type }) => type === 'code')
  )
}

/** `basicAuth(async (user, password) => …)` */
export const hasAsyncCallback: Form = ({ call, file }, flow) =>
  (call?.given ?? []).some((each) =>
    [...flow.valuesOf(file, each)].some((value) => value.type === 'code' && value.node.async),
  )

/** `vhost(/a|b/, app)` */
export const hasAlternatives: Form = (use, flow) => {
  const name = argument(use, flow, 0)
  return name?.type === 'Literal' && 'regex' in name && name.regex.pattern.includes('|')
}

/** `res.on('pipe', …)` */
export const listensToPipes: Form = (use, flow) =>
  /^(?:un)?pipe$/.test(stringValue(argument(use, flow, 0)) ?? '')

/** A handler of the call returns `fetch(…)`, `new Response(…)` or `Response.json(…)`. */
export const returnsWebResponse: Form = ({ call, file }, flow) => {
  if (call === undefined) return false
  const found = respondersIn(file)
  return [...flow.handlersOf(call.node)].some((handler) => found.has(handler))
}

const responders = new WeakMap<SourceFile, ReadonlySet<Node>>()

/** The functions of a file that return a web response. */
function respondersIn(file: SourceFile): ReadonlySet<Node> {
  const known = responders.get(file)
  if (known !== undefined) return known
  const found = file.nodes.flatMap((node) => {
    const returned = returnedBy(node)
    if (returned === undefined || !isWebResponse(returned)) return []
    return (isFunction(node) ? node : enclosingFunction(file, node)) ?? []
  })
  responders.set(file, new Set(found))
  return new Set(found)
}

function returnedBy(node: Node): Node | undefined {
  if (node.type === 'ReturnStatement') return node.argument ?? undefined
  if (node.type !== 'ArrowFunctionExpression') return undefined
  return node.body.type === 'BlockStatement' ? undefined : node.body
}

function isWebResponse(expression: Node): boolean {
  const node = bare(expression)
  if (node.type === 'AwaitExpression') return isWebResponse(node.argument)
  if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return false
  const callee = bare(node.callee)
  if (callee.type === 'Identifier') {
    return callee.name === (node.type === 'NewExpression' ? 'Response' : 'fetch')
  }
  return (
    callee.type === 'MemberExpression' &&
    callee.object.type === 'Identifier' &&
    callee.object.name === 'Response'
  )
}

/** `app.use(router)`, with a router of another major version. */
export const mixesVersions: Form = ({ call, file, dialect, name }, flow) => {
  if (call === undefined || !(name === 'use' || VERBS.has(name))) return false
  return (call.given ?? []).some((each) =>
    [...flow.valuesOf(file, each)].some(
      (value) =>
        value.type === 'thing' &&
        (value.kind === 'router' || value.kind === 'app') &&
        value.dialect !== dialect,
    ),
  )
}

/** Expressions that read which members an object has itself: `Object.keys(req)`, `{ ...req }`. */
export function listsMembers(file: SourceFile, node: Node): Node | undefined {
  if (node.type === 'SpreadElement' && file.parents.get(node)?.type === 'ObjectExpression') {
    return node.argument
  }
  if (node.type === 'ForInStatement') return node.right
  if (node.type !== 'CallExpression') return undefined
  const callee = bare(node.callee)
  if (callee.type !== 'MemberExpression') return undefined
  const name = memberName(callee) ?? ''
  const owner = callee.object.type === 'Identifier' ? callee.object.name : ''
  if (owner === 'Object' && /^(?:keys|entries|values|getOwnPropertyNames|hasOwn)$/.test(name)) {
    return node.arguments[0]
  }
  if (owner === 'Object' && name === 'assign') return node.arguments[1]
  return name === 'hasOwnProperty' ? callee.object : undefined
}
