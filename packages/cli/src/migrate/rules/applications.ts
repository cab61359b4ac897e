import type { MemberExpression, Node } from 'oxc-parser'
import type { Subject } from '../flow/flow.ts'
import { VERBS } from '../flow/members.ts'
import {
  bare,
  enclosingFunction,
  isFunction,
  memberName,
  stringValue,
  textOf,
} from '../syntax/nodes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type MethodCall, renameMember, replace } from './calls.ts'
import { migrateConfigure } from './configure.ts'
import type { Context } from './context.ts'
import { migrateHasOwn } from './has-own.ts'
import { migrateLocals } from './responses.ts'

/** Calls of members of an application, a router or a route. */
export function migrateApplicationCall(context: Context, call: MethodCall): void {
  reportBareRouter(context, call)
  const subject = context.subject(call.file, call.object, 'app', 'router', 'route')
  if (subject === undefined) return
  if (VERBS.has(call.name)) reportErrorHandlers(context, call, subject)
  if (Object.hasOwn(CALLS, call.name)) CALLS[call.name]?.(context, call, subject)
}

type Rule = (context: Context, call: MethodCall, subject: Subject) => void

const CALLS: Readonly<Record<string, Rule>> = {
  del: migrateDel,
  param: migrateParam,
  configure: migrateConfigure,
  locals: migrateLocals,
  listen: reportListen,
  use: migrateUse,
  disable: reportSettings,
  set: reportSettings,
  render: (context, call, { dialect, kind }) => {
    if (kind !== 'app' || !context.moves(dialect, 5)) return
    context.report('D-020', call, 'in 5.x the callback always runs after app.render has returned.')
  },
}

/** D-014 */
function migrateDel(context: Context, call: MethodCall, { dialect, isSure }: Subject): void {
  if (!context.moves(dialect, 5)) return
  const { file, node, callee } = call
  context.rewrite(
    'D-014',
    { file, node, isSure },
    {
      text: `.del → .delete`,
      edits: [renameMember(callee, file, 'delete')],
      stopsStart: true,
    },
  )
}

/** D-012, D-013 */
function migrateParam(context: Context, call: MethodCall, { dialect, isSure }: Subject): void {
  const { file, node, given } = call
  const [name] = given ?? []
  if (name === undefined || !context.moves(dialect, 5)) return
  const text = stringValue(name)
  if (text?.startsWith(':')) {
    const quote = file.text[name.start]
    context.rewrite(
      'D-013',
      { file, node, isSure },
      {
        text: `.param('${text}') → .param('${text.slice(1)}')`,
        edits: [replace(name, `${quote}${text.slice(1)}${quote}`)],
      },
    )
  } else if (given?.length === 1) {
    context.reportStop(
      'D-012',
      call,
      'param(fn) is gone in 5.x: give each name its own callback, app.param(name, callback).',
    )
  }
}

/** D-017 */
function reportListen(context: Context, call: MethodCall, { dialect, kind }: Subject): void {
  const last = call.given?.[call.given.length - 1]
  if (kind !== 'app' || last === undefined || !context.moves(dialect, 5)) return
  const callback = bare(last)
  if (!isFunction(callback) || callback.params.length > 0) return
  context.report(
    'D-017',
    call,
    'in 5.x the callback also runs if the server cannot listen, with the error: (error) => { if ' +
      '(error) throw error; … }.',
  )
}

/** D-011, D-058, D-080 */
function migrateUse(context: Context, call: MethodCall, { dialect, isSure }: Subject): void {
  const { file, node, given } = call
  if (given === undefined || !context.moves(dialect, 4)) return
  const handlers = given.filter((each) => isFunction(bare(each)))
  if (handlers.length > 1 || given.some((each) => bare(each).type === 'ArrayExpression')) {
    context.report('D-058', call, '3.x uses the first function only; from 4.x on all of them run.')
  }
  for (const argument of given) {
    const member = bare(argument)
    if (member.type !== 'MemberExpression' || memberName(member) !== 'middleware') continue
    if (!context.subject(file, member.object, 'router')) continue
    context.rewrite(
      'D-011',
      { file, node, isSure },
      {
        text: 'router.middleware → router',
        edits: [{ start: member.object.end, end: member.end, text: '' }],
      },
    )
  }
  if (typeof stringValue(given[0]) === 'string' && stringValue(given[0]) !== '/') {
    context.reportOnce(
      'D-006',
      call,
      '3.x mounts /docs on /docs.json as well, and ignores case. From 4.x on a mount path ends ' +
        'before a slash only.',
    )
  }
}

/** D-025, D-026, D-085 */
function reportSettings(context: Context, call: MethodCall, { dialect, kind }: Subject): void {
  const [name, value] = call.given ?? []
  const setting = stringValue(name)
  if (kind !== 'app' || !context.moves(dialect, 5)) return
  const isOff = call.name === 'disable' || (value?.type === 'Literal' && value.value === false)
  if (setting === 'etag' && isOff) {
    context.report('D-085', call, 'in 5.x this also removes the entity tags of res.sendFile.')
  } else if (setting === 'query parser' && stringValue(value) === 'extended') {
    context.reportOnce(
      'D-025',
      call,
      'in 5.x the extended parser makes an object of an array with more than 20 items.',
    )
  } else if (setting === 'query parser' && value?.type === 'Identifier') {
    context.report('D-019', call, '5.x reads the setting for each request, and not once.')
  }
}

/** D-060 */
function reportErrorHandlers(context: Context, call: MethodCall, { dialect }: Subject): void {
  if (!context.moves(dialect, 4)) return
  const handlers = [...context.flow.handlersOf(call.node)]
  const isFirst = handlers.findIndex(({ params }) => params.length === 4)
  if (isFirst === -1) return
  context.report(
    'D-060',
    call,
    'from 4.x on, the error handler of a route gets the errors of this route only: not those of ' +
      'app.param and of earlier routes. Add it with app.use after the routes as well.',
  )
}

/** D-023: a router that is called without `next`. */
function reportBareRouter(context: Context, { file, node, name, given }: MethodCall): void {
  if (name !== 'createServer' || given === undefined) return
  const listener = given[given.length - 1]
  const subject = listener && context.subject(file, listener, 'router')
  if (!subject || !context.moves(subject.dialect, 5)) return
  context.report(
    'D-023',
    { file, node },
    'a router needs a next in 5.x: mount it in an application, express().use(router).',
  )
}

/** Members of applications and routers that are not called. */
export function migrateApplicationMember(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
): void {
  const name = memberName(node)
  if (name === undefined || !NAMES.test(name)) return
  const subject = context.subject(file, node.object, 'app', 'router', 'routerFactory')
  if (subject === undefined) return
  const { dialect, kind, isSure } = subject
  if (kind === 'app' && name === '_router') migrateInnerRouter(context, file, node, subject)
  else if (kind === 'app' && name === 'routes' && context.moves(dialect, 4)) {
    const advice = context.target === 'express' ? 'app.router.stack' : 'webapp.routes(app)'
    reportGone(context, 'D-055', { file, node }, `app.routes is gone from 4.x on: see ${advice}.`)
  } else if (kind === 'app' && name === 'route' && context.moves(dialect, 4)) {
    const parent = file.parents.get(node)
    if (parent?.type === 'CallExpression' && parent.callee === node) return
    context.rewrite(
      'D-057',
      { file, node, isSure },
      { text: 'app.route → app.mountpath', edits: [renameMember(node, file, 'mountpath')] },
    )
  } else if (kind === 'app' && /^(?:settings|engines|cache)$/.test(name)) {
    if (context.moves(dialect, 5)) migrateHasOwn(context, file, node, { id: 'D-018', isSure })
  } else if (name === 'stack' && kind === 'router' && context.moves(dialect, 5)) {
    reportLayers(context, file, node)
  } else if (kind === 'routerFactory' && context.moves(dialect, 5)) {
    context.report(
      'D-011',
      { file, node },
      'members of all routers are on express.Router.prototype in 5.x, and on express.Router in 4.x.',
    )
  }
}

/** A member that is gone is `undefined`. Outside of functions, reading its members stops the program. */
function reportGone(
  context: Context,
  id: string,
  where: { file: SourceFile; node: Node },
  text: string,
): void {
  const { file, node } = where
  const parent = file.parents.get(node)
  const isRead = parent?.type === 'MemberExpression' && parent.object === node
  if (isRead && !enclosingFunction(file, node)) context.reportStop(id, where, text)
  else context.report(id, where, text)
}

const NAMES =
  /^(?:_router|routes|route|settings|engines|cache|stack|prototype|use|get|post|all|handle|param)$/

/** D-009, D-010 */
function migrateInnerRouter(
  context: Context,
  file: SourceFile,
  node: MemberExpression,
  { dialect, isSure }: Subject,
): void {
  if (!context.moves(dialect, 5)) return
  if (dialect === 3) {
    reportGone(context, 'D-009', { file, node }, 'app._router is gone: 5.x has app.router.')
    return
  }
  context.rewrite(
    'D-009',
    { file, node, isSure },
    { text: 'app._router → app.router', edits: [renameMember(node, file, 'router')] },
  )
  const parent = file.parents.get(node)
  const isStack = parent?.type === 'MemberExpression' && memberName(parent) === 'stack'
  if (isStack) reportLayers(context, file, node)
}

function reportLayers(context: Context, file: SourceFile, node: Node): void {
  const advice = context.target === 'express' ? '' : ' webapp.routes(app) lists the routes.'
  context.report(
    'D-010',
    { file, node },
    `layers have no regexp in 5.x, and the first two are not query and expressInit.${advice}`,
  )
}

/** D-080: a path that is no path, which 5.x accepts and never matches. */
export function reportArguments(context: Context, call: MethodCall): void {
  if (call.name !== 'use' && !VERBS.has(call.name)) return
  const subject = context.subject(call.file, call.object, 'app', 'router')
  if (subject === undefined || !context.moves(subject.dialect, 5)) return
  const [path] = call.given ?? []
  if (path === undefined || call.given?.length === 1) return
  const isNothing =
    (path.type === 'Literal' && path.value === null && !('regex' in path)) ||
    (path.type === 'Identifier' && path.name === 'undefined')
  if (!isNothing) return
  context.report(
    'D-080',
    call,
    `${textOf(call.file, path)} as a path matches nothing in 5.x, and throws in 4.x.`,
  )
}
