import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Router as Router4 } from '../../../src/dialects/v4/router.ts'
import { Router as Router5 } from '../../../src/dialects/v5/router.ts'
import type { Next, Req, Res } from '../../../src/http/exchange.ts'
import type { Router } from '../../../src/router/router.ts'
import { watchedList } from '../../../src/router/watched-list.ts'
import { grammars, type Pattern, sampleOf } from '../../support/patterns.ts'
import { runs } from '../../support/runs.ts'

type MakeRouter = (options?: object) => Router
type Sample = { readonly pattern: Pattern; readonly paths: readonly string[] }

const dialects: [keyof typeof grammars, MakeRouter][] = [
  ['5.x', Router5],
  ['4.x', Router4],
]

/** Enough layers for the search to be used. */
const SIZE = { minLength: 14, maxLength: 30 }

/** What a handler was shown, or the error that the walk ended with. */
type Step = readonly unknown[]

/** Registers a handler that notes what it is shown, unless the grammar refuses the pattern. */
function register(router: Router, steps: Step[], kind: 'get' | 'use', pattern: Pattern): void {
  const place = router.stack.length
  const note = (req: Req, _res: Res, next: Next) => {
    steps.push([place, req.url, req.baseUrl, { ...req.params }])
    next()
  }
  try {
    if (kind === 'use') router.use(pattern, note)
    else (router as unknown as Record<string, (...args: unknown[]) => void>).get?.(pattern, note)
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof SyntaxError)) throw error
  }
}

function fill(router: Router, steps: Step[], samples: readonly Sample[]): void {
  samples.forEach(({ pattern }, at) => {
    register(router, steps, at % 3 === 2 ? 'use' : 'get', pattern)
  })
}

async function walk(router: Router, steps: Step[], url: string): Promise<Step[]> {
  steps.length = 0
  const failure = await new Promise((resolve) => {
    router.handle({ url, method: 'GET' } as Req, {} as Res, resolve as Next)
  })
  return [...steps, ['end', failure instanceof Error ? failure.message : failure]]
}

/** Does the same with routers whose stacks are plain arrays, which are read from end to end. */
async function walkPlain(routers: Router[], steps: Step[], url: string): Promise<Step[]> {
  const guarded = routers.map((router) => router.stack)
  for (const router of routers) router.stack = [...router.stack]
  const seen = await walk(routers[0] as Router, steps, url)
  routers.forEach((router, at) => {
    router.stack = guarded[at] as Router['stack']
  })
  return seen
}

function pathsOf(samples: readonly Sample[]): string[] {
  return [...new Set(samples.flatMap((sample) => sample.paths))]
}

function matches(layer: Router['stack'][number], path: string): boolean {
  try {
    return layer.match(path)
  } catch {
    return true // A parameter that cannot be decoded is an error of this layer.
  }
}

function proposedPlaces(router: Router, path: string): number[] {
  const watched = watchedList(router.stack)
  if (watched === undefined) throw new Error('The stack of a new router is watched.')
  const search = watched.search(path)
  // A short stack is read from end to end.
  if (search === undefined) return [...router.stack.keys()]
  const places: number[] = []
  for (let at = search.next(0); at < router.stack.length; at = search.next(at + 1)) places.push(at)
  return places
}

function isOrdered(places: readonly number[]): boolean {
  return places.every((place, at) => at === 0 || place > (places[at - 1] as number))
}

describe.each(dialects)('the search of a stack [%s]', (dialect, makeRouter) => {
  const samples = fc.array(sampleOf(grammars[dialect]), SIZE)
  const options = fc.record({
    caseSensitive: fc.boolean(),
    strict: fc.boolean(),
    mergeParams: fc.boolean(),
  })

  it('proposes each layer that matches, in order, and few others', () => {
    let proposed = 0
    let matching = 0
    let looked = 0
    fc.assert(
      fc.property(samples, options, (table, given) => {
        const router = makeRouter(given)
        fill(router, [], table)
        for (const path of pathsOf(table)) {
          const places = proposedPlaces(router, path)
          const wanted = [...router.stack.keys()].filter((at) =>
            matches(router.stack[at] as Router['stack'][number], path),
          )
          if (!isOrdered(places) || !wanted.every((at) => places.includes(at))) {
            expect.fail(`${path} is for ${wanted}, proposed are ${places}`)
          }
          proposed += places.length
          matching += wanted.length
          looked += router.stack.length
        }
      }),
      { seed: 7, numRuns: runs(400) },
    )
    // Proposing nothing, or everything, would be of no use.
    expect(matching).toBeGreaterThan(1000)
    expect(proposed).toBeLessThan(looked * 0.9)
  })

  it('leads through the handlers that a look at every layer finds, with the same parameters', async () => {
    await fc.assert(
      fc.asyncProperty(samples, options, async (table, given) => {
        const router = makeRouter(given)
        const steps: Step[] = []
        fill(router, steps, table)
        for (const path of pathsOf(table)) {
          const found = await walk(router, steps, path)
          expect(found, path).toEqual(await walkPlain([router], steps, path))
        }
      }),
      { seed: 8, numRuns: runs(80) },
    )
  })

  it('does so in routers that lie in routers', async () => {
    await fc.assert(
      fc.asyncProperty(samples, samples, options, async (outer, inner, given) => {
        const steps: Step[] = []
        const [router, nested] = [makeRouter(given), makeRouter(given)]
        fill(nested, steps, inner)
        fill(router, steps, outer)
        for (const mount of ['/', '/a', '/:id']) router.use(mount, nested)
        fill(router, steps, inner)
        for (const path of pathsOf(inner)) {
          for (const url of [path, `/a${path}`, `/A/${path}?q=1`]) {
            const found = await walk(router, steps, url)
            expect(found, url).toEqual(await walkPlain([router, nested], steps, url))
          }
        }
      }),
      { seed: 9, numRuns: runs(25) },
    )
  })
})
