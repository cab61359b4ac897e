import fc from 'fast-check'
import { expect, it } from 'vitest'
import type { Request } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { grammars, textSampleOf } from '../support/patterns.ts'
import { runs } from '../support/runs.ts'

type Dialect = keyof typeof grammars
type Values = Record<string, unknown>

/** Names that patterns of the grammars have, and members that every object inherits. */
const names = ['id', 'rest', 'opt', 'a b', '0', '1', '2', 'constructor', '__proto__']

const texts = fc.oneof(
  fc.constantFrom(
    'a',
    '7',
    'a.b',
    'é',
    '日本',
    '%',
    '%41',
    'a%2Fb',
    '?x#y',
    ' ',
    '+',
    '&=',
    '\\',
    ':id',
  ),
  fc.constantFrom(
    '',
    '.',
    '..',
    '/',
    '//',
    'a/b',
    '/a',
    'a/',
    'a//b',
    '../a',
    '\0',
    '\ud800',
    '💡',
  ),
  fc.string({ unit: 'binary', maxLength: 6 }),
)
const values = fc.oneof(
  { weight: 6, arbitrary: texts as fc.Arbitrary<unknown> },
  { weight: 2, arbitrary: fc.array(texts, { maxLength: 3 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(7, -1.5, 10n, true, null, undefined, {}, Symbol('s'), NaN),
  },
)
const good = fc.constantFrom('a', '7', 'b', 'é', 'a.b', ' %', 'a/b')
const parameters = fc
  .tuple(
    fc
      .subarray(names, { minLength: 4 })
      .chain((given) => fc.tuple(...given.map((name) => fc.tuple(fc.constant(name), good)))),
    fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 3 }),
  )
  .map(([usual, odd]) => toValues([...usual, ...odd]))

function toValues(pairs: readonly (readonly [string, unknown])[]): Values {
  const params: Values = {}
  for (const [name, value] of pairs) {
    // An assignment to `__proto__` would set the prototype.
    Object.defineProperty(params, name, { value, enumerable: true, configurable: true })
  }
  return params
}

/** An application with one named route, or undefined for a pattern that the dialect refuses. */
function createApp(dialect: Dialect, path: string, mount: string) {
  const app = factories['5.x']()
  const seen: { params: Values | undefined } = { params: undefined }
  const take = ({ params }: Request, res: { end(): unknown }) => {
    seen.params = readAll(params)
    res.end()
  }
  try {
    if (dialect === '3.x') {
      const inner = factories['3.x']()
      inner.namedRoute(path, { name: 'r' }).get(take as never)
      app.use(mount, inner as never)
    } else {
      const inner = factories[dialect].Router({ mergeParams: true }) as ReturnType<
        (typeof factories)['5.x']['Router']
      >
      inner.route(path, { name: 'r' }).get(take as never)
      app.use(mount, inner)
    }
  } catch {
    return undefined
  }
  return { app, seen }
}

/** The parameters of a request, with those whose names are numbers; in 3.x they are an array. */
function readAll(params: object): Values {
  return toValues(Object.entries(params).filter(([, value]) => value !== undefined))
}

/** A value as the router gives it back. */
function asRead(given: unknown, read: unknown): unknown {
  if (Array.isArray(read))
    return Array.isArray(given) ? given.map(String) : String(given).split('/')
  return Array.isArray(given) ? given.map(String).join('/') : String(given)
}

/** What is asked in the place of the client: the path of a URL as clients send it. */
function asSent(url: string): string {
  const { pathname, origin } = new URL(url, 'http://localhost')
  expect(origin).toBe('http://localhost')
  return pathname
}

describeDialects('app.url of any route', ['5.x', '4.x', '3.x'], (t) => {
  const grammar = grammars[t.dialect]
  const mounts = fc.constantFrom('/', '/in', '/in/deep', '/:id', '/é')

  it('is matched by the route with the given parameters, or the error is clear', async () => {
    let right = 0
    const property = fc.asyncProperty(
      textSampleOf(grammar),
      parameters,
      mounts,
      async ({ pattern }, params, mount) => {
        const made = createApp(t.dialect, pattern, mount)
        if (made === undefined) return
        const { app, seen } = made
        let url: string
        try {
          url = app.url('r', params)
        } catch (error) {
          expect(error).toBeInstanceOf(TypeError)
          expect((error as Error).message).toMatch(/^url\('r'\): .{20,}\.$/s)
          return
        }
        expect(url).toMatch(/^\/(?!\/)[!$%&'()*+,\-./:;=@\w[\]~|^]*$/)
        expect(asSent(url)).toBe(url)
        const { statusCode } = await app.inject(url)
        expect([pattern, url, statusCode]).toEqual([pattern, url, 200])
        for (const [name, read] of Object.entries(seen.params ?? {})) {
          // Repeated parameters and groups have captures that are not given by themselves.
          if (params[name] === undefined || params[name] === null) continue
          if (!Object.hasOwn(params, name) || isPart(name, pattern)) continue
          expect([pattern, url, name, read]).toEqual([
            pattern,
            url,
            name,
            asRead(params[name], read),
          ])
        }
        right++
      },
    )
    await fc.assert(property, { seed: 41, numRuns: runs(1000) })
    expect(right).toBeGreaterThan(runs(1000) / 10)
  })

  it('leads back to a path that the route has matched', async () => {
    let right = 0
    const property = fc.asyncProperty(
      textSampleOf(grammar),
      mounts,
      async ({ pattern, paths }, mount) => {
        const made = createApp(t.dialect, pattern, mount)
        if (made === undefined) return
        const { app, seen } = made
        // Of a name that occurs twice, handlers see one value alone.
        if (/(:\w+).*\1/.test(pattern)) return
        for (const path of paths) {
          const base = mount === '/' ? '' : mount.replace(':id', 'm')
          if (!/^\/(?!\/)[\x21-\x7e]*$/.test(base + path)) continue
          seen.params = undefined
          await app.inject(base + path)
          const first = seen.params as Values | undefined
          if (first === undefined) continue
          let url: string
          try {
            url = app.url('r', first)
          } catch {
            continue // The other property looks at the errors.
          }
          await app.inject(url)
          expect([pattern, url, seen.params]).toEqual([pattern, url, first])
          right++
        }
      },
    )
    await fc.assert(property, { seed: 41, numRuns: runs(1000) })
    expect(right).toBeGreaterThan(runs(1000) / 10)
  })
})

/** In 4.x and 3.x, a star or a group after a parameter divides its value, or covers other captures. */
function isPart(name: string, pattern: string): boolean {
  return /[*(]/.test(pattern) && (/^\d$/.test(name) || pattern.includes(`:${name}*`))
}
