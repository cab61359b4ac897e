import { describeValue } from '../harness/describe-value.ts'
import {
  type App,
  type Express,
  type Next,
  onError,
  type Req,
  type Res,
  type Router,
} from '../harness/express.ts'
import type { Action, Entry, Path, Step, Table } from './route-table.ts'
import { caseOf, type Made, note, type Trace } from './trace.ts'

/** Builds the table on either side; both number their handlers alike. */
export function buildTable(express: Express, table: Table): Made {
  const app = configure(express(), table)
  const trace: Trace = new Map()
  const builder = { express, trace, nests: table.nests, count: 0 }
  fill(app, table, builder)
  return { app, trace }
}

interface Builder {
  readonly express: Express
  readonly trace: Trace
  readonly nests: boolean
  count: number
}

function fill(target: App | Router, table: Table, builder: Builder): void {
  for (const entry of table.entries) {
    try {
      add(target, entry, builder)
    } catch (error) {
      note(builder.trace, 'registration', describeValue(error))
    }
  }
}

function add(target: App | Router, entry: Entry, builder: Builder): void {
  if (entry.op === 'param') {
    const act = actor(entry.action, builder)
    target.param(entry.name, (req, res, next, value, name) => {
      note(
        builder.trace,
        caseOf(req),
        `param ${name}=${describeValue(value)} ${look(req, builder)}`,
      )
      return act(req, res, next)
    })
    return
  }
  if (entry.op === 'route') {
    const route = target.route(toPath(entry.path))
    for (const [verb, step] of entry.parts) route[verb](toHandler(step, builder))
    return
  }
  if (entry.op === 'router') {
    target.use((target as App).router)
    return
  }
  const given = entry.path === undefined ? [] : [toPath(entry.path)]
  if (entry.op === 'mount') target.use(...given, makeChild(entry.child, builder))
  else {
    const handlers = entry.steps.map((step) => toHandler(step, builder))
    if (entry.op === 'use') target.use(...given, ...handlers)
    else target[entry.verb](toPath(entry.path), ...handlers)
  }
}

function makeChild(table: Table, builder: Builder): App | Router {
  const { express } = builder
  const child = table.kind === 'app' ? configure(express(), table) : express.Router(table.options)
  fill(child, table, builder)
  return child
}

/** An app has the options of a router as settings. */
function configure(app: App, { options }: Table): App {
  return app
    .set('case sensitive routing', options.caseSensitive)
    .set('strict routing', options.strict)
}

function toPath(path: Path): string | RegExp | (string | RegExp)[] {
  if (typeof path === 'string') return path
  if ('regexp' in path) return new RegExp(path.regexp, path.flags)
  return path.map(toPath) as (string | RegExp)[]
}

function toHandler(step: Step, builder: Builder) {
  const id = builder.count++
  const act = actor(step.action, builder)
  if (step.handlesErrors) {
    return onError((err, req, res, next) => {
      note(builder.trace, caseOf(req), `#${id} caught ${describeValue(err)} ${look(req, builder)}`)
      return act(req, res, next, err)
    })
  }
  return (req: Req, res: Res, next: Next) => {
    note(builder.trace, caseOf(req), `#${id} ${look(req, builder)}`)
    return act(req, res, next)
  }
}

function look(req: Req, { nests }: Builder): string {
  const { method, url, originalUrl, path, params, query } = req
  const baseUrl = nests ? req.baseUrl : undefined
  return `${describeValue([method, url, baseUrl, originalUrl, path, params, query])} route ${describeValue(req.route?.path)}`
}

type Act = (req: Req, res: Res, next: Next, err?: unknown) => unknown

/** Layers that rewrite do so once, or two of them could send a request round for ever. */
function actor(action: Action, builder: Builder): Act {
  const id = builder.count
  const acts: Record<Action, Act> = {
    respond: (_req, res) => res.send(`answer ${id}`),
    json: (req, res) => res.json({ id, params: req.params }),
    next: (_req, _res, next, err) => next(err),
    'next later': (_req, _res, next, err) => void setImmediate(next, err),
    route: (_req, _res, next) => next('route'),
    router: (_req, _res, next) => next('router'),
    error: (_req, _res, next) =>
      next(Object.assign(new Error(`error ${id}`), { status: 500 + (id % 5) })),
    'text error': (_req, _res, next) => next(`text ${id}`),
    throw: () => {
      throw new Error(`thrown ${id}`)
    },
    reject: () => Promise.reject(new Error(`rejected ${id}`)),
    'reject nothing': () => Promise.reject(),
    'await and next': async (_req, _res, next) => {
      await null
      next()
    },
    rewrite: (req, _res, next) => {
      req.url = id % 2 ? '/a/b?rewritten=1' : `/x${req.url}`
      next()
    },
    'change method': (req, _res, next) => {
      if (req.method === 'POST') req.method = 'PUT'
      next()
    },
    'change params': (req, _res, next) => {
      req.params.p = 'changed'
      next()
    },
  }
  return acts[action]
}
