import { inspect } from 'node:util'
import fc from 'fast-check'
import qs from 'qs'
import { describe, expect, it } from 'vitest'
import { completeOptions, type NestedOptions } from '../../../src/http/nested/options.ts'
import { parseNested } from '../../../src/http/nested/parse.ts'

const text = fc
  .array(
    fc.constantFrom(
      ...['a', 'b', '1', '[', ']', '][', '[]', '[0]', '[1]', '[2]', '[25]', '[b]', '[c]', '[01]'],
      ...[
        '=',
        '=1',
        '=2',
        '=x',
        '&',
        '&a',
        '&a[]=',
        '&a[b]=',
        '&a[0]=',
        '&a=',
        ']=',
        '&1=',
        '[[',
        '?',
      ],
      ...['.', '.b', ',', ';', '+', '%', '%zz', '%C3%A9', '%E9', '%2E', '%252E', '%5B', '%5D', 'é'],
      ...['toString', '[toString]', '__proto__', '[__proto__]', '&#65;', '%26%2366%3B', '[-1]'],
      ...['utf8=%E2%9C%93', 'utf8=%26%2310003%3B', '&utf8=x'],
    ),
    { maxLength: 14 },
  )
  .map((pieces) => pieces.join(''))

const flag = fc.boolean()
const options: fc.Arbitrary<NestedOptions> = fc.record(
  {
    allowDots: flag,
    allowEmptyArrays: flag,
    allowPrototypes: flag,
    allowSparse: flag,
    arrayLimit: fc.constantFrom(-1, 0, 1, 2, 3, 20, 100),
    charset: fc.constantFrom('utf-8', 'iso-8859-1'),
    charsetSentinel: flag,
    comma: flag,
    decodeDotInKeys: flag,
    decoder: fc.constantFrom(null, (value: string) => (value === '1' ? null : value)),
    delimiter: fc.constantFrom(';', /[;&]/, ','),
    depth: fc.constantFrom(0, 1, 2, 5, -1, 1.5, false as const),
    duplicates: fc.constantFrom('combine', 'first', 'last'),
    ignoreQueryPrefix: flag,
    interpretNumericEntities: flag,
    parameterLimit: fc.constantFrom(0, 1, 3, Number.POSITIVE_INFINITY),
    parseArrays: flag,
    plainObjects: flag,
    strictDepth: flag,
    strictMerge: flag,
    strictNullHandling: flag,
    throwOnLimitExceeded: flag,
  },
  { requiredKeys: [] },
)

describe('parseNested(text, settings)', () => {
  it('reads queries and forms as qs does, with the options that the dialects give', () => {
    const given = fc.record(
      {
        allowPrototypes: fc.constant(true),
        arrayLimit: fc.constantFrom(1, 2, 20, 100),
        charset: fc.constantFrom('utf-8' as const, 'iso-8859-1' as const),
        charsetSentinel: flag,
        depth: fc.constantFrom(0, 1, 5, 32),
        interpretNumericEntities: flag,
        parameterLimit: fc.constantFrom(2, 1000),
        strictDepth: flag,
      },
      { requiredKeys: ['allowPrototypes'] },
    )
    holdEqual(given)
  })

  it('reads queries as qs does, with any of its options', () => {
    holdEqual(options)
  })

  it.each([
    { allowEmptyArrays: 1 },
    { decodeDotInKeys: 'yes' },
    { decoder: 'utf-8' },
    { charset: 'latin1' },
    { throwOnLimitExceeded: 1 },
    { duplicates: 'all' },
    { depth: 'x', parameterLimit: 'x', arrayLimit: 'x', delimiter: 1, allowDots: 1 },
  ])('takes %j as qs does', (given) => {
    const query = 'a.b=1&c[d]=2'
    expect(outcome(() => parse(query, given as never))).toBe(
      outcome(() => qs.parse(query, given as never)),
    )
  })

  it('takes time in proportion to the text', () => {
    const many = 50_000
    const names = Array.from({ length: many }, (_, index) => index)
    const hostile = [
      names.map((index) => `a[${index}]=1`).join('&'),
      `a[${many - 1}]=x&a=y&${names.map((index) => `a[${index}]=1`).join('&')}`,
      names.map(() => 'a[]=1').join('&'),
      names.map((index) => `a[${index % 2 ? '' : index}][b${index}]=1`).join('&'),
      `a${'['.repeat(many)}=1`,
      `a${'[b]'.repeat(many)}=1`,
      `a${'.b'.repeat(many)}=1`,
    ]
    const limits = { allowDots: true, arrayLimit: many, parameterLimit: 2 * many, depth: many }
    const start = process.cpuUsage()
    for (const query of hostile) parse(query, limits)
    // About a second on a slow machine; qs takes a minute.
    expect(process.cpuUsage(start).user / 1e6).toBeLessThan(20)
  })
})

function holdEqual(given: fc.Arbitrary<NestedOptions>): void {
  fc.assert(
    fc.property(text, given, (query, chosen) => {
      const ours = outcome(() => parse(query, chosen))
      expect(ours).toBe(outcome(() => qs.parse(query, { ...chosen } as qs.IParseOptions)))
    }),
    { seed: 1, numRuns: 3000 },
  )
}

function parse(query: string, given: NestedOptions): object {
  return parseNested(query, completeOptions(given))
}

/** With the order of properties, the gaps and the prototypes. */
function outcome(run: () => unknown): string {
  try {
    return inspect(run(), { depth: 50, breakLength: Number.POSITIVE_INFINITY })
  } catch (error) {
    return String(error)
  }
}
