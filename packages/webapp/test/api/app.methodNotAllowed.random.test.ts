import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Express, RequestHandler } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { runs } from '../support/runs.ts'

const SETTING = 'method not allowed'

type Dialect = keyof typeof factories
type Verb = 'get' | 'put' | 'post' | 'options'

/** A route, a function at a path or for every path, or something mounted. */
type Part =
  | { readonly type: 'route'; readonly verb: Verb; readonly path: string; readonly passes: boolean }
  | { readonly type: 'all' | 'use'; readonly path: string; readonly takes: string | undefined }
  | { readonly type: 'mount' | 'nested'; readonly path: string; readonly holder: Holder }

interface Holder {
  readonly dialect: Dialect
  readonly kind: 'app' | 'router'
  /** The setting, or the option of the router. */
  readonly isOn: boolean | undefined
  readonly parts: readonly Part[]
}

const VERBS: readonly Verb[] = ['get', 'put', 'post', 'options']
const METHODS = ['GET', 'HEAD', 'PUT', 'POST', 'DELETE', 'OPTIONS']
const PATHS = ['/', '/a', '/b', '/a/b']

const { holder: holders } = fc.letrec<{ holder: Holder; part: Part }>((tie) => ({
  part: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({
      type: fc.constant('route' as const),
      verb: fc.constantFrom(...VERBS),
      path: fc.constantFrom(...PATHS, '/:id'),
      passes: fc.boolean(),
    }),
    // A function for every path must not respond: by design, the 405 comes before it.
    fc.record({
      type: fc.constantFrom('all' as const, 'use' as const),
      path: fc.constantFrom('/a', '/b'),
      takes: fc.constantFrom(undefined, 'PUT', 'DELETE', 'OPTIONS'),
    }),
    fc.record({
      type: fc.constantFrom('all' as const, 'use' as const),
      path: fc.constantFrom('/', '/:id'),
      takes: fc.constant(undefined),
    }),
    fc.record({
      type: fc.constantFrom('mount' as const, 'mount' as const, 'nested' as const),
      path: fc.constantFrom('/', '/a', '/:id'),
      holder: tie('holder'),
    }),
  ),
  holder: fc.record({
    dialect: fc.constantFrom('5.x' as const, '4.x' as const, '3.x' as const),
    kind: fc.constantFrom('app' as const, 'router' as const),
    isOn: fc.constantFrom(undefined, true, false),
    parts: fc.array(tie('part'), { maxLength: 5 }),
  }),
}))

const pass: RequestHandler = (_req, _res, next) => next()

function respondAs(name: string): RequestHandler {
  return (_req, res) => {
    res.setHeader('X-By', name)
    res.end()
  }
}

function takeOnly(method: string | undefined, name: string): RequestHandler {
  const respond = respondAs(name)
  return (req, res, next) => (req.method === method ? respond(req, res, next) : next())
}

/** Registers the parts. With `isPlain`, nothing is switched on. */
function fill(target: Express, parts: readonly Part[], name: string, isPlain: boolean): void {
  for (const [at, part] of parts.entries()) {
    const own = `${name}.${at}`
    if (part.type === 'route') {
      target[part.verb](part.path, part.passes ? pass : respondAs(`route ${own}`))
    } else if ('takes' in part) {
      target[part.type](part.path, takeOnly(part.takes, `function ${own}`))
    } else {
      const { type, path, holder } = part
      const inner = create(type === 'mount' ? holder : without3x(holder), own, isPlain)
      if (type === 'mount') target.use(path, inner)
      else target.all(path, inner, pass)
    }
  }
}

/**
 * In 3.x, `req` has the index of the current route. As in Express, a router in a handler of a route changes
 * it, and the request may come back to the same route without end.
 */
function without3x(holder: Holder): Holder {
  const parts = holder.parts.map((part) =>
    'holder' in part ? { ...part, holder: without3x(part.holder) } : part,
  )
  return { ...holder, dialect: holder.dialect === '3.x' ? '4.x' : holder.dialect, parts }
}

/** Something that is mounted. */
function create(holder: Holder, name: string, isPlain: boolean): RequestHandler {
  const { dialect, kind, parts } = holder
  const isOn = isPlain ? undefined : holder.isOn
  const options = isOn === undefined ? {} : { methodNotAllowed: isOn }
  if (kind === 'router' && dialect === '3.x') {
    const router = new factories['3.x'].Router(options)
    const routes = parts.filter(({ type }) => type === 'route' || type === 'all')
    fill(router as unknown as Express, routes, name, isPlain)
    return router.middleware as unknown as RequestHandler
  }
  const create = factories[dialect] as unknown as (typeof factories)['5.x']
  if (kind === 'router') {
    const router = create.Router(options)
    fill(router as unknown as Express, parts, name, isPlain)
    return router
  }
  const app = create()
  if (isOn !== undefined) app.set(SETTING, isOn)
  fill(app, parts, name, isPlain)
  return app as unknown as RequestHandler
}

interface Seen {
  readonly status: number
  /** The handler that responded. */
  readonly by: unknown
  readonly allow: readonly string[]
}

async function ask(app: Express, method: string, url: string): Promise<Seen> {
  const { statusCode, headers } = await app.inject({ method, url })
  const allow = headers.allow?.split(/, ?/).sort() ?? []
  return { status: statusCode, by: headers['x-by'], allow }
}

function isEverywhereOn(parts: readonly Part[]): boolean {
  return parts.every(
    (part) =>
      part.type !== 'nested' &&
      (part.type !== 'mount' || (part.holder.isOn !== false && isEverywhereOn(part.holder.parts))),
  )
}

describeDialects('the setting of any application', ['5.x', '4.x', '3.x'], (t) => {
  const build = (parts: readonly Part[], isOn: boolean | undefined) => {
    const app = t.webapp() as unknown as Express
    app.set('env', 'test')
    if (isOn) app.enable(SETTING)
    fill(app, parts, '', isOn === undefined)
    return app
  }

  it('loses no response, and names the methods that have one', async () => {
    let refused = 0
    const compare = async (parts: readonly Part[], isOn: boolean, path: string) => {
      const [plain, checked] = [build(parts, undefined), build(parts, isOn)]
      const before: Record<string, Seen> = {}
      const after: Record<string, Seen> = {}
      for (const method of METHODS) {
        before[method] = await ask(plain, method, path)
        after[method] = await ask(checked, method, path)
      }
      const told = JSON.stringify({ path, before, after })
      for (const method of METHODS) {
        const [old, now] = [before[method], after[method]] as [Seen, Seen]
        if (old.by !== undefined) expect([now.by, told]).toEqual([old.by, told])
        else if (old.status === 200) expect([now.status, told]).toEqual([200, told])
        else expect([404, 405, method === 'OPTIONS' ? 200 : 404], told).toContain(now.status)
        if (now.status !== 405) continue
        refused++
        expect(now.allow, told).not.toContain(method)
        expect(now.allow, told).not.toHaveLength(0)
      }
      if (!isOn || !isEverywhereOn(parts)) return
      const lists = METHODS.filter((method) => after[method]?.allow.length).map(
        (method) => after[method]?.allow,
      )
      for (const list of lists) expect(list, told).toEqual(lists[0])
      const responding = METHODS.filter((method) => String(before[method]?.by).startsWith('route'))
      if (lists[0] !== undefined) expect(lists[0], told).toEqual(expect.arrayContaining(responding))
    }
    const property = fc.asyncProperty(
      fc.array(holders, { minLength: 1, maxLength: 3 }),
      fc.boolean(),
      fc.constantFrom(...PATHS),
      async (list, isOn, path) => {
        const parts = list.flatMap((holder, at): readonly Part[] =>
          at === 0 ? holder.parts : [{ type: 'mount', path: '/', holder }, ...holder.parts],
        )
        await compare(parts, isOn, path)
      },
    )
    await fc.assert(property, { seed: 41, numRuns: runs(500) })
    expect(refused).toBeGreaterThan(runs(500) / 10)
  })
})
