import type { CallExpression, NewExpression, Node } from 'oxc-parser'
import { VERBS } from '../flow/members.ts'
import { siteOf } from '../flow/values.ts'
import { bare, isSimple, memberName, objectText, stringValue } from '../syntax/nodes.ts'
import { quoted } from '../syntax/quotes.ts'
import type { SourceFile } from '../syntax/source-file.ts'
import { type Edit, endWithComment, methodCallOf, removeStatement, replace } from './calls.ts'
import type { Context } from './context.ts'
import { moduleFor } from './imports.ts'
import { storeOf } from './stored-applications.ts'

/** A registration on an application of 3.x. */
interface Registration {
  readonly file: SourceFile
  readonly node: CallExpression
  readonly object: Node
  readonly kind: 'route' | 'use' | 'router'
  /** Whether the object is this application and no other. */
  readonly isOne: boolean
}

interface Application {
  readonly site: string
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
  for (const application of applications.values()) {
    const { registrations } = application
    const placed = registrations.filter(({ kind }) => kind === 'router')
    if (placed.length > 0) migratePlaced(context, application, placed)
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
  const known = applications.get(site) ?? { site, isSure: subject.isSure, registrations: [] }
  const kind = isRoute ? 'route' : isAppRouter(call.given?.[0]) ? 'router' : 'use'
  const isOne = subject.isSure && subject.sites.length === 1
  known.registrations.push({ file, node: call.node, object: call.object, kind, isOne })
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
  application: Application,
  placed: readonly Registration[],
): void {
  const { registrations, isSure } = application
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
  const edits = isAlone && isHere ? placeRouter(context, place, application) : undefined
  if (edits === undefined) {
    context.reportStop('D-008', { file, node }, ADVICE)
    return
  }
  const text = 'app.router → a router of its own, which keeps the order of 3.x'
  context.rewrite('D-008', { file, node, isSure }, { text, edits, stopsStart: true })
}

/** The edits that put all routes on a router, if the router can be declared beside the application. */
function placeRouter(
  context: Context,
  { file, node }: Registration,
  { site, registrations }: Application,
): Edit[] | undefined {
  const created = file.nodes.find((each) => isCall(each) && siteOf(file, each) === site)
  if (created === undefined || !isCall(created)) return undefined
  const store = storeOf(file, created)
  if (store === undefined || !store.isCertain) return undefined
  const { statement, keyword = file.text.includes('const ') ? 'const' : 'var' } = store
  const block = file.parents.get(statement)
  const routes = registrations.filter(({ kind }) => kind === 'route')
  const canMove = ({ node: each, object, isOne }: Registration) =>
    isOne && isSimple(object) && block && each.start >= block.start && each.end <= block.end
  if (!routes.every(canMove)) return undefined
  if (/['"](?:strict|case sensitive) routing['"]/.test(file.text)) return undefined
  const scopes = context.flow.scopesOf(file)
  const name = ['router', 'routes', 'appRouter'].find((each) => !scopes.declares(each))
  const [argument] = node.arguments
  if (name === undefined || argument === undefined) return undefined
  const lineStart = file.text.lastIndexOf('\n', statement.start - 1) + 1
  const indentation = file.text.slice(lineStart, statement.start)
  if (indentation.trim() !== '') return undefined
  const end = file.text[statement.end - 1] === ';' ? ';' : ''
  const newline = file.text.includes('\r\n') ? '\r\n' : '\n'
  const factory = factoryText(context, file, created)
  const line = `${newline}${indentation}${keyword} ${name} = ${factory}.Router()${end}`
  const at = endWithComment(file, statement)
  return [
    { start: at, end: at, text: line },
    replace(argument, name),
    ...routes.map((each) => replace(each.object, name)),
  ]
}

type Call = CallExpression | NewExpression

function isCall(node: Node): node is Call {
  return node.type === 'CallExpression' || node.type === 'NewExpression'
}

/** The factory that made an application: `express`, or `require('webapp')` of its new module. */
function factoryText(context: Context, file: SourceFile, { callee }: Call): string {
  const node = bare(callee)
  const isServer = node.type === 'MemberExpression' && memberName(node) === 'createServer'
  const factory = isServer ? node.object : node
  const [specifier] = factory.type === 'CallExpression' ? factory.arguments : []
  if (specifier === undefined || stringValue(specifier) !== 'express') {
    return objectText(file, factory)
  }
  const wanted = quoted(file, moduleFor(context, 3, 'express'), specifier)
  return `${file.text.slice(factory.start, specifier.start)}${wanted})`
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
