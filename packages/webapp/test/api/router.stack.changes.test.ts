import { deepStrictEqual } from 'node:assert'
import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Layer, RequestHandler, Response, Router } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'

/** More than the search of a stack needs to be used. */
const MANY = 20

/** Notes its place in the answer, and goes on. */
function note(place: number | string): RequestHandler {
  return (_req, res, next) => {
    trailOf(res).push(place)
    next()
  }
}

function trailOf(res: Response): (number | string)[] {
  res.locals.trail ??= []
  return res.locals.trail as (number | string)[]
}

/** A layer for one path of many each, and some for all of them. */
function fill(router: Router, name = ''): void {
  for (let place = 0; place < MANY; place++) {
    if (place % 5 === 4) router.use(note(`${name}${place}`))
    else router.get(place % 2 === 0 ? `/x/${place % 4}` : `/${place % 4}/:id`, note(name + place))
  }
}

const paths = ['/x/0', '/x/2', '/1/a', '/3/b', '/X/0/', '/none', '/']

/** What programs do to a stack; `other` is that of another router. */
const changes: [string, (stack: Layer[], other: Layer[]) => void][] = [
  ['splice at the start', (stack) => stack.splice(0, 1)],
  ['splice in the middle', (stack) => stack.splice(6, 3)],
  ['splice at the end', (stack) => stack.splice(-2)],
  ['splice that inserts', (stack, other) => stack.splice(3, 1, ...other.slice(0, 4))],
  ['push', (stack, other) => stack.push(...other.slice(0, 3))],
  ['unshift', (stack, other) => stack.unshift(...other.slice(0, 3))],
  ['pop', (stack) => stack.pop()],
  ['shift', (stack) => stack.shift()],
  ['reverse', (stack) => stack.reverse()],
  [
    'sort',
    (stack) => stack.sort((a, b) => String(a.route?.path).localeCompare(`${b.route?.path}`)),
  ],
  ['fill', (stack, other) => stack.fill(other[2] as Layer, 1, 4)],
  ['copyWithin', (stack) => stack.copyWithin(0, 10, 14)],
  ['an assignment', (stack, other) => Object.assign(stack, { 2: other[3] })],
  ['an exchange', (stack) => ([stack[0], stack[8]] = [stack[8] as Layer, stack[0] as Layer])],
  ['an assignment at the end', (stack, other) => Object.assign(stack, { [MANY]: other[0] })],
  ['a shorter length', (stack) => Object.assign(stack, { length: 13 })],
  ['a length for which no search is worth it', (stack) => Object.assign(stack, { length: 3 })],
  ['a length of 0', (stack) => Object.assign(stack, { length: 0 })],
  ['a longer length, which leaves holes', (stack) => Object.assign(stack, { length: MANY + 2 })],
  ['delete, which leaves a hole', (stack) => Reflect.deleteProperty(stack, 5)],
  ['defineProperty', (stack, other) => defineValue(stack, '4', other[0])],
  ['defineProperty of a getter', (stack, other) => defineGetter(stack, '1', () => other[2])],
  [
    'defineProperty of the length',
    (stack) => Object.defineProperty(stack, 'length', { value: 14 }),
  ],
  ['nothing but a property of its own', (stack) => Object.assign(stack, { note: 'x' })],
]

/** The members of a layer that decide what it matches, in some dialect. */
interface Editable {
  match(path: string): boolean
  readonly matchers: object
  readonly regexp: object
}

function matchAny(layer: Editable): boolean {
  Object.assign(layer, { params: {}, path: '', keys: [] })
  return true
}

function defineValue(stack: Layer[], key: string, value: unknown): void {
  Object.defineProperty(stack, key, {
    configurable: true,
    enumerable: true,
    writable: true,
    value,
  })
}

function defineGetter(stack: Layer[], key: string, get: () => unknown): void {
  Object.defineProperty(stack, key, { configurable: true, enumerable: true, get })
}

describeDialects('a stack of many layers', ['5.x', '4.x'], (t) => {
  /** A router of many layers in `t.app`, whose answers tell who was there. */
  function useRouter(): Router {
    const router = t.webapp.Router()
    t.app.use(router)
    t.app.use((_req, res) => void res.json(trailOf(res)))
    t.app.use((error: Error, _req: unknown, res: Response, _next: unknown) => {
      res.json([...trailOf(res), error.name])
    })
    return router
  }

  async function askAll(): Promise<unknown[]> {
    const answers: unknown[] = []
    for (const path of paths) answers.push([path, (await t.request(path)).json()])
    return answers
  }

  /** An array that is not ours is looked at from end to end. */
  async function expectAsInPlainArray(router: Router): Promise<void> {
    const found = await askAll()
    const { stack } = router
    const plain: Layer[] = []
    plain.length = stack.length
    for (const key of Object.keys(stack)) plain[Number(key)] = stack[Number(key)] as Layer
    router.stack = plain
    expect(found).toEqual(await askAll())
    router.stack = stack
    expect(await askAll()).toEqual(found)
  }

  function spareLayers(): Layer[] {
    const spare = t.webapp.Router()
    fill(spare, 'spare ')
    return spare.stack
  }

  describe.each(changes)('after %s', (_name, change) => {
    it('before the first request, answers as its layers say', async () => {
      const router = useRouter()
      fill(router)
      change(router.stack, spareLayers())
      await expectAsInPlainArray(router)
    })

    it('between requests, answers as its layers say', async () => {
      const router = useRouter()
      fill(router)
      await askAll()
      change(router.stack, spareLayers())
      await expectAsInPlainArray(router)
      change(router.stack, spareLayers())
      router.get('/x/0', note('later'))
      await expectAsInPlainArray(router)
    })
  })

  it('is found out by the test above: its layers are told apart', async () => {
    fill(useRouter())
    const answers = new Map((await askAll()) as [string, unknown][])
    expect(answers.get('/x/0')).toEqual(['0', '4', '8', '9', '12', '14', '16', '19'])
    expect(answers.get('/none')).toEqual(['4', '9', '14', '19'])
  })

  it('obeys when its layers move to another router and back', async () => {
    const router = useRouter()
    const other = t.webapp.Router()
    fill(router)
    fill(other, 'other ')
    t.app.use(other)
    await askAll()
    const moved = router.stack.splice(0, 2)
    other.stack.unshift(...moved)
    await expectAsInPlainArray(router)
    router.stack.push(...other.stack.splice(1, 8))
    await expectAsInPlainArray(router)
  })

  it('may be that of another router', async () => {
    const router = useRouter()
    const other = t.webapp.Router()
    fill(router)
    fill(other, 'other ')
    await askAll()
    router.stack = other.stack
    await expectAsInPlainArray(router)
    other.get('/x/0', note('added to both'))
    expect((await t.request('/x/0')).text).toContain('added to both')
  })

  it('takes registrations from handlers of a request that walks it', async () => {
    const router = useRouter()
    router.get('/x/0', (_req, _res, next) => {
      router.get('/x/0', note('late'))
      router.get('/other', note('never'))
      next()
    })
    fill(router)
    expect((await t.request('/x/0')).json()).toContain('late')
    expect((await t.request('/x/0')).json()).toEqual(
      expect.arrayContaining(['0', '16', 'late', 'late']),
    )
  })

  it('obeys handlers that remove what lies before them', async () => {
    const router = useRouter()
    fill(router)
    const remove: RequestHandler = (_req, _res, next) => {
      router.stack.length = MANY + 1
      next()
    }
    router.get('/x/0', remove)
    router.get('/x/0', note('removed'))
    expect((await t.request('/x/0')).json()).toEqual((await t.request('/x/0')).json())
    expect((await t.request('/x/0')).json()).not.toContain('removed')
  })

  it('obeys when the path of a request is rewritten on its way', async () => {
    const router = useRouter()
    router.use((req, _res, next) => {
      if (req.url === '/old') req.url = '/x/0'
      next()
    })
    fill(router)
    expect((await t.request('/old')).json()).toEqual((await t.request('/x/0')).json())
  })

  describe.each(['before the first request', 'after requests'])('%s', (time) => {
    /** A router that has served requests, or has not; and two of its layers for `/x/0`. */
    async function useFilled(): Promise<[Router, ...Editable[]]> {
      const router = useRouter()
      fill(router)
      if (time === 'after requests') await askAll()
      return [router, ...([router.stack[0], router.stack[8]] as unknown as Editable[])]
    }

    it('asks the match of a layer that is replaced', async () => {
      const [router, layer] = await useFilled()
      Object.assign(layer as Editable, { match: () => matchAny(layer as Editable) })
      await expectAsInPlainArray(router)
      expect((await t.request('/none')).json()).toContain('0')
      Reflect.deleteProperty(layer as Editable, 'match')
      await expectAsInPlainArray(router)
      expect((await t.request('/none')).json()).not.toContain('0')
    })

    it('asks the match of the class that is replaced through another router', async () => {
      const [router] = await useFilled()
      const [spare] = spareLayers()
      const prototype = Object.getPrototypeOf(spare) as Layer
      const { match } = prototype
      prototype.match = function (this: Layer, path: string) {
        return match.call(this, path.replace('/alias', '/x'))
      }
      try {
        await expectAsInPlainArray(router)
        expect((await t.request('/alias/0')).json()).toEqual((await t.request('/x/0')).json())
      } finally {
        prototype.match = match
      }
    })

    t.only('5.x', () => {
      it('asks matchers that are replaced', async () => {
        const [router, layer, other] = await useFilled()
        Object.assign(layer as Editable, { matchers: [() => ({ path: '/', params: {} })] })
        Object.assign((other as Editable).matchers, [() => ({ path: '/', params: {} })])
        await expectAsInPlainArray(router)
        expect((await t.request('/none')).json()).toEqual(expect.arrayContaining(['0', '8']))
      })

      it('honours a slash that is set', async () => {
        const [router, layer] = await useFilled()
        Object.assign(layer as Editable, { slash: true })
        await expectAsInPlainArray(router)
        expect((await t.request('/none')).json()).toContain('0')
      })
    })

    t.only('4.x', () => {
      it('runs an expression that is replaced', async () => {
        const [router, layer] = await useFilled()
        Object.assign(layer as Editable, { regexp: /^\/none$/ })
        await expectAsInPlainArray(router)
        expect((await t.request('/none')).json()).toContain('0')
      })

      it.each(['fast_slash', 'fast_star'])('honours a %s that is set', async (flag) => {
        const [router, layer] = await useFilled()
        Object.assign((layer as Editable).regexp, { [flag]: true })
        await expectAsInPlainArray(router)
        expect((await t.request('/none')).json()).toContain('0')
      })
    })

    it('is indifferent to arrays of paths that change after the registration', async () => {
      const router = useRouter()
      const paths = ['/kept', ['/kept/too']]
      router.get(paths as string[], note('list'))
      fill(router)
      if (time === 'after requests') await askAll()
      paths.splice(0, 2, '/other')
      await expectAsInPlainArray(router)
      expect((await t.request('/kept')).json()).toContain('list')
      expect((await t.request('/kept/too')).json()).toContain('list')
      expect((await t.request('/other')).json()).not.toContain('list')
    })
  })

  it('is an array to whoever looks at it', () => {
    const router = t.webapp.Router()
    fill(router)
    const { stack } = router
    expect(Array.isArray(stack)).toBe(true)
    expect(stack).toBeInstanceOf(Array)
    expect(Object.prototype.toString.call(stack)).toBe('[object Array]')
    expect([...stack]).toHaveLength(MANY)
    expect(Object.keys(stack)).toEqual(Object.keys([...stack]))
    expect(Object.getOwnPropertyNames(stack)).toEqual(Object.getOwnPropertyNames([...stack]))
    // Node 26 shows that it is a proxy.
    expect(inspect(stack)).toBe(inspect(new Proxy([...stack], {})))
    expect(JSON.stringify(stack)).toBe(JSON.stringify([...stack]))
    deepStrictEqual(stack, [...stack])
    expect(stack.filter((layer) => layer.route).map((layer) => layer.route?.path)).toHaveLength(16)
    expect(stack.concat(stack.slice(1))).toHaveLength(2 * MANY - 1)
    expect(stack.indexOf(stack[3] as Layer)).toBe(3)
    expect([stack.at(-1), stack.find((layer) => layer === stack[MANY - 1])]).toEqual([
      stack[MANY - 1],
      stack[MANY - 1],
    ])
  })

  it('can be frozen, and then takes nothing more', async () => {
    const router = useRouter()
    fill(router)
    Object.freeze(router.stack)
    expect(() => router.get('/x', note('x'))).toThrow(TypeError)
    await expectAsInPlainArray(router)
  })
})

describeDialects('the stack of an application, of many layers', ['5.x', '4.x'], (t) => {
  it('obeys when it is changed', async () => {
    fill(t.app as unknown as Router)
    t.app.use((_req, res) => void res.json(trailOf(res)))
    const app = t.app as unknown as { _router?: Router; router: Router }
    const { stack } = app._router ?? app.router
    const before = (await t.request('/x/0')).json() as string[]
    const at = stack.findIndex((layer) => layer.route?.path === '/x/0')
    stack.splice(at, 1)
    expect((await t.request('/x/0')).json()).toEqual(before.slice(1))
  })
})

describeDialects('many routes and layers of an application', ['3.x'], (t) => {
  /** Routes and middleware whose handlers send their names, after requests were served. */
  async function fillApp() {
    const app = t.app as unknown as V3App
    for (let place = 0; place < MANY; place++) {
      app.use(`/used/${place}`, (_req, res) => void res.end(`used ${place}`))
      app.get(`/routed/${place}`, (_req, res) => void res.end(`routed ${place}`))
    }
    expect((await t.request('/used/3')).text).toBe('used 3')
    expect((await t.request('/routed/3')).text).toBe('routed 3')
    return app
  }

  it('obey when the route of an entry is changed', async () => {
    const { stack } = await fillApp()
    const own = { route: '/own', handle: (_req: unknown, res: Ending) => void res.end('own') }
    stack.push(own)
    expect((await t.request('/own')).text).toBe('own')
    own.route = '/renamed'
    expect((await t.request('/renamed')).text).toBe('own')
    expect((await t.request('/own')).status).toBe(404)
    const entry = stack.find((each) => each.route === '/used/3')
    Object.assign(entry ?? {}, { route: '/moved' })
    expect((await t.request('/moved')).text).toBe('used 3')
    expect((await t.request('/used/3')).status).toBe(404)
  })

  it('obey when the expression of a route is replaced, and ignore its path', async () => {
    const { routes } = await fillApp()
    Object.assign(routes.get?.[3] ?? {}, { regexp: /^\/replaced$/ })
    Object.assign(routes.get?.[4] ?? {}, { path: '/renamed' })
    expect((await t.request('/replaced')).text).toBe('routed 3')
    expect((await t.request('/routed/3')).status).toBe(404)
    expect((await t.request('/routed/4')).text).toBe('routed 4')
  })

  it('obey when the match of a route is replaced', async () => {
    const { routes } = await fillApp()
    const route = routes.get?.[3] as object
    Object.assign(route, { match: (path: string) => path === '/own' })
    expect((await t.request('/own')).text).toBe('routed 3')
  })
})

interface Ending {
  end(text: string): unknown
}

interface V3App {
  stack: { route: string; handle: unknown }[]
  routes: Record<string, object[]>
  use(path: string, handler: (req: unknown, res: Ending) => void): void
  get(path: string, handler: (req: unknown, res: Ending) => void): void
}
