import fc from 'fast-check'
import { match as compile } from 'path-to-regexp'
import pathToRegexp, { type Key } from 'path-to-regexp-v0'
import { describe, expect, it } from 'vitest'
import { compilePath, type Key as V3Key } from '../../../src/dialects/v3/pattern.ts'
import { Route as Route3 } from '../../../src/dialects/v3/route.ts'
import { Layer as Layer4 } from '../../../src/dialects/v4/layer.ts'
import { compilePattern } from '../../../src/dialects/v5/pattern.ts'
import { createSegmentTest } from '../../../src/router/segments.ts'
import { grammars, textSampleOf } from '../../support/patterns.ts'
import { runs } from '../../support/runs.ts'

interface Options {
  readonly sensitive: boolean
  readonly strict: boolean
  readonly end: boolean
}

/** What a pattern says to a path: the owned part and the parameters, nothing, or what it throws. */
type Outcome = readonly unknown[] | false | null | string

function outcomeOf(act: () => Outcome): Outcome {
  try {
    return act()
  } catch (error) {
    // Where a pattern is refused, 5.x adds how it is written (W-005).
    const [message] = (error as Error).message.split('; this is a 4.x pattern')
    return `throws ${message} ${(error as { status?: number }).status}`
  }
}

/** As `decodeURIComponent` fails, in the words of the framework. */
function decode(value: string): string {
  try {
    return decodeURIComponent(value)
  } catch {
    throw Object.assign(new Error(`Failed to decode param '${value}'`), { status: 400 })
  }
}

function decodeCaptures(found: RegExpExecArray, names: readonly (string | number)[]) {
  const params: Record<string, unknown> = {}
  names.forEach((name, at) => {
    const value = found[at + 1]
    if (value !== undefined || !(name in params)) params[name] = value && decode(value)
  })
  return params
}

/** The comparison and, beside it, the expression of each grammar. */
const pairs = {
  '5.x': {
    ours(pattern: string, path: string, options: Options): Outcome {
      const found = compilePattern(pattern, options)(path)
      if (found === false) return false
      const names = found.names ?? Object.keys(found.params)
      return [found.path, { ...found.params }, [...names]]
    },
    expression(pattern: string, path: string, options: Options): Outcome {
      const { strict, sensitive, end } = options
      const text = strict || pattern === '/' ? pattern : pattern.replace(/\/+$/, '')
      const found = compile(text, { sensitive, end, trailing: !strict, decode })(path)
      return found && [found.path, { ...found.params }, Object.keys(found.params)]
    },
  },
  '4.x': {
    ours(pattern: string, path: string, options: Options): Outcome {
      const layer = new Layer4(pattern, options, () => {})
      return layer.match(path) && [layer.path, layer.params]
    },
    expression(pattern: string, path: string, options: Options): Outcome {
      const keys: Key[] = []
      const found = pathToRegexp(pattern, keys, options).exec(path)
      if (pattern === '/' && !options.end) return ['', {}]
      if (pattern === '*') return [path, { 0: decode(path) }]
      return (
        found && [
          found[0],
          decodeCaptures(
            found,
            keys.map((key) => key.name),
          ),
        ]
      )
    },
  },
  '3.x': {
    ours(pattern: string, path: string, options: Options): Outcome {
      const route = new Route3('get', pattern, [], options)
      return route.match(path) && [[...route.params], { ...route.params }]
    },
    expression(pattern: string, path: string, options: Options): Outcome {
      const keys: V3Key[] = []
      const found = compilePath(pattern, keys, options).exec(path)
      if (found === null) return false
      const params: string[] & Record<string, string> = [] as never
      found.slice(1).forEach((value, at) => {
        const decoded = (typeof value === 'string' ? decode(value) : value) as string
        const key = keys[at]
        if (key === undefined) params.push(decoded)
        else params[key.name] = decoded
      })
      return [[...params], { ...params }]
    },
  },
}

const options: fc.Arbitrary<Options> = fc.record({
  sensitive: fc.boolean(),
  strict: fc.boolean(),
  end: fc.boolean(),
})

/** Patterns for which the comparison exists, and paths beside them. */
const segment = fc.constantFrom(...'a,b,Ab,k,a.b,x-y,%20,:id,:name,:id,1'.split(','))
const value = fc.constantFrom(
  ...[
    'a',
    'b',
    'AB',
    'ab',
    'K',
    '\u212a',
    'é',
    'a.b',
    'x-y',
    '%20',
    '%zz',
    '%zz',
    '%zz',
    '%41',
    '1',
    '',
    'a/b',
  ],
)
const plain = fc
  .array(fc.tuple(segment, fc.option(value, { freq: 2 })), { minLength: 1, maxLength: 4 })
  .map((parts) => ({
    pattern: parts.map(([text]) => `/${text}`).join(''),
    path: parts.map(([text, other]) => `/${other ?? text}`).join(''),
  }))
const ending = fc.constantFrom('', '', '/', '//', '/b', '//b', '.json', 'b', '\u212a')

describe.each(['5.x', '4.x', '3.x'] as const)('comparing segments [%s]', (dialect) => {
  const { ours, expression } = pairs[dialect]

  function expectSame(pattern: string, path: string, given: Options): Outcome {
    const end = dialect === '3.x' ? true : given.end
    const wanted = outcomeOf(() => expression(pattern, path, { ...given, end }))
    const found = outcomeOf(() => ours(pattern, path, { ...given, end }))
    expect(found || false, `${pattern} on ${path}`).toEqual(wanted || false)
    return wanted
  }

  it('finds what the expression of a plain pattern finds', () => {
    const seen = { matched: 0, refused: 0, thrown: 0 }
    fc.assert(
      fc.property(plain, ending, options, ({ pattern, path }, end, given) => {
        const outcome = expectSame(pattern, path + end, given)
        if (typeof outcome === 'string') seen.thrown++
        else if (outcome) seen.matched++
        else seen.refused++
      }),
      { seed: 10, numRuns: runs(4000) },
    )
    expect(Math.min(seen.matched, seen.refused, seen.thrown)).toBeGreaterThan(runs(50))
  })

  it('finds what the expression of any pattern finds, or throws the same', () => {
    fc.assert(
      fc.property(textSampleOf(grammars[dialect]), options, ({ pattern, paths }, given) => {
        for (const path of paths) expectSame(pattern, path, given)
      }),
      { seed: 11, numRuns: runs(4000) },
    )
  })

  it.each([
    ['/', '/'],
    ['/', '//'],
    ['/', ''],
    ['/k', '/\u212a'],
    ['/s', '/ſ'],
    ['/a/:id', '/a/%'],
    ['/:id/a', '/%/b'],
    ['/:a/:a', '/1/2'],
    ['/:id', '/'],
    ['/:id', '//'],
    ['/:id', '/a/'],
    ['/:id', '/a//'],
    ['/a', '/a//b'],
    ['/a', '/a/'],
    ['/a', '/a`'],
    ['/@', '/`'],
    ['/a/:toString', '/a/1'],
    ['/a/:constructor/:hasOwnProperty', '/a/1/2'],
  ])('decides %s on %j as the expression does', (pattern, path) => {
    for (const end of [true, false]) {
      for (const strict of [true, false]) {
        for (const sensitive of [true, false]) expectSame(pattern, path, { end, strict, sensitive })
      }
    }
  })
})

describe('createSegmentTest(pattern, options)', () => {
  const given = { end: true, takesSlash: () => false }

  it('exists for segments of text and whole parameters alone', () => {
    for (const pattern of ['/', '/a', '/a/:b', '/a.b/c-d', '/:_x1/:y']) {
      expect(createSegmentTest(pattern, given), pattern).toBeTypeOf('function')
    }
    const others = [
      '',
      'a',
      '/a/',
      '//a',
      '/.a',
      '/:a-:b',
      '/:a.:b',
      '/a*',
      '/{a}',
      '/é',
      '/:1',
      '*',
    ]
    for (const pattern of others) {
      expect(createSegmentTest(pattern, given), pattern).toBeUndefined()
    }
  })
})
