import type { CallExpression, NewExpression, Node } from 'oxc-parser'
import type { Entrance } from '../../migrate/flow/entrances.ts'
import type { Flow } from '../../migrate/flow/flow.ts'
import { VERBS } from '../../migrate/flow/members.ts'
import type { Dialect, External, Kind, Thing, Values } from '../../migrate/flow/values.ts'
import { bare, memberName } from '../../migrate/syntax/nodes.ts'
import type { SourceFile } from '../../migrate/syntax/source-file.ts'

type Call = CallExpression | NewExpression

/** An entrance, and the call that makes it one. */
export interface HandedOver {
  readonly entrance: Entrance
  readonly file: SourceFile
  readonly call: Call
}

/** What code hands to packages: parts of Express as arguments, and functions that it registers. */
export function findHandedOver(
  flow: Flow,
  files: readonly SourceFile[],
  dialect: Dialect,
): HandedOver[] {
  return files.flatMap((file) =>
    file.nodes.flatMap((node) => {
      if (node.type !== 'CallExpression' && node.type !== 'NewExpression') return []
      const found = [...argumentsOf(flow, file, node, dialect), ...registeredBy(flow, file, node)]
      return found.map((entrance) => ({ entrance, file, call: node }))
    }),
  )
}

/** `expressWs(app)`, `new Server({ app })` */
function argumentsOf(flow: Flow, file: SourceFile, call: Call, dialect: Dialect): Entrance[] {
  const callees = externalsIn(flow.valuesOf(file, call.callee))
  if (callees.length === 0) return []
  const values = call.arguments.map((each) =>
    flow.valuesOf(file, each.type === 'SpreadElement' ? each.argument : each),
  )
  const things = values.map((each) => thingsIn(each)[0])
  const first = things.find((each) => each !== undefined)
  const isHidden = values.some((each) =>
    [...each].some(
      (value) =>
        value.type === 'bag' && flow.membersOf(value).some((member) => thingsIn(member).length > 0),
    ),
  )
  if (first === undefined && !isHidden) return []
  const given: Entrance['given'] =
    first === undefined ? 'nothing' : things.map((each): Kind | '' => each?.kind ?? '')
  const isSure = things.every((each) => each?.isSure ?? true)
  return callees.map(({ entry, steps }) => {
    return { entry, steps, given, dialect: first?.dialect ?? dialect, isSure }
  })
}

/** `app.use(helmet())`, also in lists and in wrappers of other packages. */
function registeredBy(flow: Flow, file: SourceFile, call: Call): Entrance[] {
  const callee = bare(call.callee)
  if (callee.type !== 'MemberExpression') return []
  const name = memberName(callee) ?? ''
  if (!VERBS.has(name) && name !== 'use' && name !== 'param') return []
  const [owner] = thingsIn(flow.valuesOf(file, callee.object)).filter(({ kind }) =>
    HOLDERS.has(kind),
  )
  if (owner === undefined) return []
  const { dialect, isSure } = owner
  return call.arguments
    .flatMap((each) => handlersIn(flow, file, each))
    .map(({ entry, steps }) => ({ entry, steps, given: 'handler', dialect, isSure }))
}

const HOLDERS: ReadonlySet<Kind> = new Set(['app', 'router', 'route'])

function handlersIn(flow: Flow, file: SourceFile, argument: Node): External[] {
  const node = bare(argument)
  if (node.type === 'SpreadElement') return handlersIn(flow, file, node.argument)
  if (node.type === 'ArrayExpression') {
    return node.elements.flatMap((each) => (each ? handlersIn(flow, file, each) : []))
  }
  const values = flow.valuesOf(file, node)
  const items = [...values].flatMap((value) => (value.type === 'bag' ? flow.membersOf(value) : []))
  const own = [values, ...items].flatMap(externalsIn)
  const isWrapper = node.type === 'CallExpression' && externalsIn(values).length > 0
  const wrapped = isWrapper ? node.arguments.flatMap((each) => handlersIn(flow, file, each)) : []
  return [...own, ...wrapped]
}

export function externalsIn(values: Values): External[] {
  return [...values].filter((value): value is External => value.type === 'external')
}

function thingsIn(values: Values): Thing[] {
  return [...values].filter(
    (value): value is Thing => value.type === 'thing' && value.kind !== 'middleware',
  )
}
