import type { Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { VERBS } from '../flow/members.ts'
import type { Dialect } from '../flow/values.ts'
import { convertPattern } from '../patterns/convert.ts'
import { bare, isFunction, memberName, numberValue, stringValue } from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type MethodCall, methodCallOf } from './calls.ts'
import type { Context } from './context.ts'
import { isOldPattern } from './loose-paths.ts'
import { isGoneIn4 } from './middleware.ts'

/** The oldest and the newest dialect in which code runs. */
type Span = readonly [Dialect, Dialect]

/** Code that only some dialects have, and the dialect that the program is taken for. */
export interface Evidence {
  readonly file: SourceFile
  readonly node: Node
  readonly code: string
  readonly span: Span
  readonly dialect: Dialect
}

/** Finds the calls that tell which dialect a program was written for. */
export function findEvidence(context: Context): Evidence[] {
  const found: Evidence[] = []
  for (const file of context.files) {
    for (const node of file.nodes) {
      const call = methodCallOf(file, node)
      const subject = call && context.subject(file, call.object, ...KINDS)
      if (call === undefined || !subject?.isSure) continue
      const told = tellsOf(call, subject)
      if (told === undefined || isOwn(context, call.name)) continue
      found.push({ file, node, dialect: subject.dialect, ...told })
    }
  }
  return found
}

const KINDS = ['factory', 'app', 'router', 'req', 'res'] as const

const UP_TO_3: Span = [3, 3]
const UP_TO_4: Span = [3, 4]
const FROM_4: Span = [4, 5]
const FROM_5: Span = [5, 5]

/** Methods by the kind of their owner. */
export const METHODS: Readonly<Record<string, Readonly<Record<string, Span>>>> = {
  app: { configure: UP_TO_3, locals: UP_TO_3, del: UP_TO_4 },
  router: { use: FROM_4 },
  req: {
    param: UP_TO_4,
    acceptsCharset: UP_TO_4,
    acceptsEncoding: UP_TO_4,
    acceptsLanguage: UP_TO_4,
  },
  res: { sendfile: UP_TO_4, sendFile: FROM_4, sendStatus: FROM_4, append: FROM_4 },
}

function tellsOf(call: MethodCall, subject: Subject): { code: string; span: Span } | undefined {
  const { name } = call
  const { kind } = subject
  const path = pathOf(call, subject)
  if (path !== undefined) return path
  if (kind === 'factory') {
    const isGone = isGoneIn4(name) || name === 'createServer'
    return isGone ? { code: `express.${name}(…)`, span: UP_TO_3 } : undefined
  }
  const special = specialForm(call, subject)
  if (special !== undefined) return special
  const methods = METHODS[kind] ?? {}
  const span = Object.hasOwn(methods, name) ? methods[name] : undefined
  return span && { code: `${kind}.${name}(…)`, span }
}

/** Calls whose arguments tell the dialect. */
function specialForm(
  { name, given, file }: MethodCall,
  { kind }: Subject,
): { code: string; span: Span } | undefined {
  const [first, second] = (given ?? []).map(bare)
  if (kind === 'app' && name === 'use' && first && isRouterMember(first)) {
    return { code: 'app.use(app.router)', span: UP_TO_3 }
  }
  if (kind === 'app' && name === 'route' && stringValue(first) !== undefined) {
    return { code: 'app.route(…)', span: FROM_4 }
  }
  if (kind !== 'res' && kind !== 'req' && name === 'param' && isFunction(first)) {
    return second ? undefined : { code: `${kind}.param(callback)`, span: UP_TO_4 }
  }
  const isStatusForm = kind === 'res' && /^(?:send|jsonp?)$/.test(name) && second !== undefined
  if (!isStatusForm || numberValue(first) === undefined) return undefined
  return { code: `res.${name}(${file.text.slice(first?.start, first?.end)}, …)`, span: UP_TO_4 }
}

function isRouterMember(node: Node): boolean {
  return node.type === 'MemberExpression' && memberName(node) === 'router'
}

/** Patterns for which 5.x throws, and those that only 5.x has. */
function pathOf(
  { name, node, given }: MethodCall,
  { kind, dialect }: Subject,
): { code: string; span: Span } | undefined {
  const text = stringValue(given?.[0])
  const isRegistration = VERBS.has(name) || name === 'use' || name === 'route'
  if ((kind !== 'app' && kind !== 'router') || text === undefined || !isRegistration) {
    return undefined
  }
  if (node.arguments.length < 2 && name !== 'route') return undefined
  const code = `the path '${text}'`
  if (/\{[^{}]*[:*][A-Za-z_]|\/\*splat\b/.test(text)) return { code, span: FROM_5 }
  if (!isOldPattern(text)) return undefined
  const place = { dialect: dialect === 5 ? 4 : dialect, isMount: name === 'use' } as const
  return convertPattern(text, place).type === 'same' ? undefined : { code, span: UP_TO_4 }
}

const owned = new WeakMap<Context, Map<string, boolean>>()

/** Whether a program defines a member itself, as in `express.logger = require('morgan')`. */
function isOwn(context: Context, name: string): boolean {
  const known = owned.get(context) ?? new Map<string, boolean>()
  owned.set(context, known)
  const isFound =
    known.get(name) ??
    context.files.some(({ nodes }) =>
      nodes.some(
        (node) =>
          node.type === 'AssignmentExpression' &&
          node.left.type === 'MemberExpression' &&
          memberName(node.left) === name,
      ),
    )
  known.set(name, isFound)
  return isFound
}
