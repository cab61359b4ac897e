import type { CallExpression, Node } from 'oxc-parser'
import { VERBS } from '../flow/members.ts'
import { bare, enclosingStatement, memberName, textOf } from '../syntax/nodes.ts'
import type { Binding } from '../syntax/scopes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type Edit, methodCallOf, removeStatement, replace } from './calls.ts'
import type { Context } from './context.ts'

/** A registration on an application of 3.x. */
interface Registration {
  readonly file: SourceFile
  readonly node: CallExpression
  readonly object: Node
  readonly kind: 'route' | 'use' | 'router'
}

interface Application {
  readonly isSure: boolean
  readonly registrations: Registration[]
}

/**
 * D-008, D-059: in 3.x all routes run where `app.router` is placed, and from 4.x on in the order in
 * which they were added. A router in the place of `app.router` keeps the order.
 */
export function migrateOrder(context: Context): void {
  const applications = new Map<string, Application>()
  for (const file of context.files) {
    for (const node of file.nodes) collect(context, file, node, applications)
    reportOtherUses(context, file)
  }
  for (const { isSure, registrations } of applications.values()) {
    const placed = registrations.filter(({ kind }) => kind === 'router')
    if (placed.length > 0) migratePlaced(context, registrations, placed, isSure)
    else reportLate(context, registrations)
  }
}

function collect(
  context: Context,
  file: SourceFile,
  node: Node,
  applications: Map<string, Application>,
): void {
  const call = methodCallOf(file, node)
  if (call === undefined || !/^[a-z-]+$/.test(call.name)) return
  const isRoute = (VERBS.has(call.name) || call.name === 'param') && call.node.arguments.length > 1
  if (!isRoute && call.name !== 'use') return
  const subject = context.subject(file, call.object, 'app')
  if (subject === undefined || subject.dialect !== 3 || !context.moves(3, 4)) return
  const [site = ''] = subject.sites
  const known = applications.get(site) ?? { isSure: subject.isSure, registrations: [] }
  const kind = isRoute ? 'route' : isAppRouter(call.given?.[0]) ? 'router' : 'use'
  known.registrations.push({ file, node: call.node, object: call.object, kind })
  applications.set(site, known)
}

function isAppRouter(node: Node | undefined): boolean {
  const value = node && bare(node)
  return value?.type === 'MemberExpression' && memberName(value) === 'router'
}

const ADVICE =
  'from 4.x on, routes run in the order in which they were added. Replace app.router with a router: ' +
  'const router = express.Router(), app.use(router) here, and router.get(…) for each route.'

function migratePlaced(
  context: Context,
  registrations: readonly Registration[],
  placed: readonly Registration[],
  isSure: boolean,
): void {
  const [place] = placed as [Registration]
  const { file, node } = place
  const statement = file.parents.get(node)
  const isAlone = placed.length === 1 && statement?.type === 'ExpressionStatement'
  const isHere = registrations.every((each) => each.file === file)
  const before = registrations.filter((each) => each.node.start < node.start)
  const after = registrations.filter((each) => each.node.start > node.start)
  const isLast = !after.some(({ kind }) => kind === 'use')
  const isFirst = !before.some(({ kind }) => kind === 'route')
  if (isAlone && isHere && isLast && isFirst && statement) {
    const edits = [removeStatement(file, statement)]
    const text = 'app.use(app.router) removed: the routes follow it'
    context.rewrite('D-008', { file, node, isSure }, { text, edits, stopsStart: true })
    return
  }
  const edits = isAlone && isHere ? placeRouter(context, place, registrations) : undefined
  if (edits === undefined) {
    context.reportStop('D-008', { file, node }, ADVICE)
    return
  }
  const text = 'app.router → a router of its own, which keeps the order of 3.x'
  context.rewrite('D-008', { file, node, isSure }, { text, edits, stopsStart: true })
}

/** The edits that put all routes on a router, if all of them use the variable of the application. */
function placeRouter(
  context: Context,
  { file, node, object }: Registration,
  registrations: readonly Registration[],
): Edit[] | undefined {
  const scopes = context.flow.scopesOf(file)
  const binding = bindingOf(context, file, object)
  const declarator = binding && file.parents.get(binding.identifier)
  const init = declarator?.type === 'VariableDeclarator' ? declarator.init : undefined
  if (binding === undefined || init?.type !== 'CallExpression') return undefined
  const routes = registrations.filter(({ kind }) => kind === 'route')
  if (!routes.every((each) => bindingOf(context, file, each.object) === binding)) return undefined
  if (/['"](?:strict|case sensitive) routing['"]/.test(file.text)) return undefined
  const name = ['router', 'routes', 'appRouter'].find((each) => !scopes.declares(each))
  const statement = enclosingStatement(file, declarator as Node)
  const [argument] = node.arguments
  if (name === undefined || argument === undefined) return undefined
  const lineStart = file.text.lastIndexOf('\n', statement.start - 1) + 1
  const indentation = file.text.slice(lineStart, statement.start)
  if (indentation.trim() !== '') return undefined
  const keyword = /^\w+/.exec(file.text.slice(statement.start))?.[0] ?? 'const'
  const end = file.text[statement.end - 1] === ';' ? ';' : ''
  const newline = file.text.includes('\r\n') ? '\r\n' : '\n'
  const factory = textOf(file, init.callee).replace(/\.createServer$/, '')
  const line = `${newline}${indentation}${keyword} ${name} = ${factory}.Router()${end}`
  return [
    { start: statement.end, end: statement.end, text: line },
    replace(argument, name),
    ...routes.map((each) => replace(each.object, name)),
  ]
}

function bindingOf(context: Context, file: SourceFile, object: Node): Binding | undefined {
  if (object.type !== 'Identifier') return undefined
  return context.flow.scopesOf(file).lookup(object, object.name)
}

/** Middleware between routes, without a placed router: 3.x runs it after all routes. */
function reportLate(context: Context, registrations: readonly Registration[]): void {
  const files = new Set(registrations.map(({ file }) => file))
  for (const file of files) {
    const here = registrations.filter((each) => each.file === file)
    const firstRoute = here.findIndex(({ kind }) => kind === 'route')
    const lastRoute = here.map(({ kind }) => kind).lastIndexOf('route')
    for (const { kind, node } of here.slice(firstRoute + 1, lastRoute)) {
      if (kind !== 'use' || firstRoute === -1) continue
      context.report(
        'D-059',
        { file, node },
        '3.x runs this after all routes; from 4.x on it runs before the routes that follow it. ' +
          'Move it to where it is meant to run.',
      )
    }
  }
}

/** `app.router` in any other place. */
function reportOtherUses(context: Context, file: SourceFile): void {
  for (const node of file.nodes) {
    if (node.type !== 'MemberExpression' || memberName(node) !== 'router') continue
    const subject = context.subject(file, node.object, 'app')
    if (subject?.dialect !== 3 || !context.moves(3, 4)) continue
    const call = file.parents.get(node)
    const isPlaced = call?.type === 'CallExpression' && methodCallOf(file, call)?.name === 'use'
    if (!isPlaced) context.report('D-008', { file, node }, ADVICE)
  }
}
