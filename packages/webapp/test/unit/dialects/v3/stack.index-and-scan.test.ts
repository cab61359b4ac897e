import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Route } from '../../../../src/dialects/v3/route.ts'
import { Router } from '../../../../src/dialects/v3/router.ts'
import { createEntry, createStack, MiddlewareWalk } from '../../../../src/dialects/v3/stack.ts'
import type { Next, Req, Res } from '../../../../src/http/exchange.ts'
import { watchedList } from '../../../../src/router/watched-list.ts'
import { grammars, sampleOf } from '../../../support/patterns.ts'
import { runs } from '../../../support/runs.ts'

/** Enough entries for the search to be used. */
const SIZE = { minLength: 14, maxLength: 30 }
const samples = fc.array(sampleOf(grammars['3.x']), SIZE)
const options = fc.record({ caseSensitive: fc.boolean(), strict: fc.boolean() })

function fill(router: Router, table: readonly { pattern: unknown }[]): void {
  for (const { pattern } of table) {
    try {
      router.route('get', pattern, () => {})
    } catch (error) {
      if (!(error instanceof Error)) throw error
    }
  }
}

/** The places of all routes that match, with what they captured, as a walk would find them. */
function matchesOf(router: Router, path: string): unknown[] {
  const found: unknown[] = []
  for (let start = 0; ; ) {
    const req = { method: 'GET', url: path } as Req & { _route_index: number }
    let route: Route | undefined
    try {
      route = router.matchRequest(req, start)
    } catch (error) {
      return [...found, String(error)]
    }
    if (route === undefined) return found
    found.push([req._route_index, { ...route.params }])
    start = req._route_index + 1
  }
}

describe('the search of the routes of 3.x', () => {
  it('finds what a look at every route finds', () => {
    let matching = 0
    fc.assert(
      fc.property(samples, options, (table, given) => {
        const router = new Router(given)
        fill(router, table)
        const guarded = router.map.get as Route[]
        if (guarded === undefined) return
        expect(watchedList(guarded)).toBeDefined()
        for (const path of new Set(table.flatMap(({ paths }) => paths))) {
          router.map.get = guarded
          const found = matchesOf(router, path)
          router.map.get = [...guarded]
          expect(found, path).toEqual(matchesOf(router, path))
          matching += found.length
        }
      }),
      { seed: 7, numRuns: runs(300) },
    )
    expect(matching).toBeGreaterThan(1000)
  })

  it('follows records that are removed, moved and added', () => {
    const router = new Router()
    for (let at = 0; at < 30; at++) router.route('get', `/r${at}/:id`, () => {})
    const routes = router.map.get as Route[]
    const at = (url: string) => matchesOf(router, url).map((match) => (match as unknown[])[0])
    expect(at('/r20/1')).toEqual([20])
    routes.splice(3, 1)
    expect(at('/r20/1')).toEqual([19])
    routes.reverse()
    expect(at('/r20/1')).toEqual([9])
    router.route('get', '/R20/:other', () => {})
    expect(at('/r20/1')).toEqual([9, 29])
    routes.length = 9
    expect(at('/r20/1')).toEqual([])
  })
})

describe('the search of the middleware of 3.x', () => {
  const piece = fc.constantFrom('/a', '/B', '/b', '.c', '/', '.', '/ab', '/é', '/a.b', '//', 'x')
  const text = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''))

  async function walk(stack: ReturnType<typeof createStack>, url: string, seen: unknown[]) {
    seen.length = 0
    const req = { method: 'GET', url, app: { settings: {} } } as unknown as Req
    await new Promise((done) => new MiddlewareWalk(stack, req, {} as Res, done as Next).next())
    return [...seen]
  }

  it('runs what a look at every entry runs', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(text, SIZE),
        fc.array(text, { minLength: 5 }),
        async (mounts, paths) => {
          const stack = createStack()
          const seen: unknown[] = []
          mounts.forEach((mount, place) => {
            const note = (req: Req, _res: Res, next: Next) => {
              seen.push([place, req.url])
              next()
            }
            stack.push(createEntry(mount, note))
          })
          for (const path of [...paths, ...mounts]) {
            const url = `/${path}`.replace(/^\/+/, '/')
            const found = await walk(stack, url, seen)
            expect(found, url).toEqual(await walk([...stack], url, seen))
          }
        },
      ),
      { seed: 3, numRuns: runs(150) },
    )
  })
})
