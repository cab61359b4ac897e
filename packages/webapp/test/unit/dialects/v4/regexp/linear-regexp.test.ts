import fc from 'fast-check'
import pathToRegexp from 'path-to-regexp-v0'
import { describe, expect, it } from 'vitest'
import {
  createLinearMatcher,
  createSafeMatcher,
  needsLinearMatcher,
} from '../../../../../src/dialects/v4/regexp/linear-regexp.ts'
import { runs } from '../../../../support/runs.ts'

type Match = Array<string | undefined> | null

function plain(match: Match): Match {
  return match && [...match]
}

function expectSameResults(regexp: RegExp, texts: readonly string[]): void {
  const match = createLinearMatcher(regexp)
  for (const text of texts) expect(plain(match(text)), text).toEqual(plain(regexp.exec(text)))
}

function countSteps(pattern: string | RegExp, text: string): number {
  const work = { steps: 0 }
  createLinearMatcher(pathToRegexp(pattern, [], {}))(text, work)
  return work.steps
}

const patterns = [
  '/',
  '*',
  '/*',
  '/a',
  '/a/',
  '/:a',
  '/:a?',
  '/:a*',
  '/:a+',
  '/:a/:b?',
  '/:a+/:b+',
  '/:a-:b',
  '/:a-:b-:c(-:d)',
  '/:a.:b?',
  '/:a(\\d+)',
  '/:a(\\d+)?/:b(\\w{2,3})',
  '/:a([a-c]+)-:b(x|y)',
  '/a(b)?c',
  '/a?b',
  '/(a|b)+/c',
  '/a*/b*',
  '/x/*/y/*/z',
  '/*/*/*z',
  '/:a(.*)/:b(.*?)',
  '/:a(?<n>\\w+)',
]

const paths = [
  '',
  '/',
  '//',
  '/a',
  '/A/',
  '/a/b',
  '/a/b/',
  '/a/b/c',
  '/a//b',
  '/a-b',
  '/a-b-c',
  '/a-b-c-d',
  '/a-b-c-d/',
  '/a.b',
  '/a.b.c',
  '/12',
  '/12/ab',
  '/abc-X',
  '/ac',
  '/abc',
  '/abab/c',
  '/x/1/y/2/z',
  '/x/y/y/y/z/',
  '/x/y/z',
  '///z',
  '/é/É',
  '/a\nb',
  'a',
]

describe('createLinearMatcher(regexp)', () => {
  it.each(patterns)('matches the pattern %s as the RegExp does', (pattern) => {
    expectSameResults(pathToRegexp(pattern, [], {}), paths)
    expectSameResults(pathToRegexp(pattern, [], { end: false }), paths)
    expectSameResults(pathToRegexp(pattern, [], { strict: true, sensitive: true }), paths)
  })

  it('matches a list of patterns as the RegExp does', () => {
    expectSameResults(pathToRegexp(['/a/:b', '/:a-:b', '/x/*'], [], {}), paths)
  })

  it.each([
    [/(z)((a+)?(b+)?(c))*/, 'zaacbbbcac'],
    [/(a*)*/, 'b'],
    [/(a*)?/, 'b'],
    [/(?:a*){2,3}b/, 'aab'],
    [/(|a)+/, 'aa'],
    [/(?:(a)|b)*/, 'ab'],
    [/(?=(a+))a*b\w/, 'baaabac'],
    [/(?:(?=(\w)(-?))\w-?)*/, 'a-bc-'],
    [/(?!(a)b)(?:(a)|b)+/, 'abab'],
    [/(?=a(?=(b)))(a)/, 'ab'],
    [/((?!\/|-|[xy]).)+?\//, 'abx/ab/'],
    [/(?!a|b).*(?!a){2}b{/, 'ab{b{'],
    [/\bfoo\B.\b/, 'a food'],
    [/a{,2}{]}/, 'a{,2}{]}'],
    [/\x41\u0042\cI[\b\]-]\./, 'AB\t].'],
    [/[à-ý]+\xe9ß/i, 'ÀÉÉß'],
    [/[^a-z]k/i, '\u212ak \u00b5K'],
    [/^\w+\s\S\D\d$/i, 'ab c-1'],
    [/(?<year>\d{4})-(?<month>\d\d)/, 'on 2024-02'],
    [/()/, ''],
  ])('runs %s as the RegExp does', (regexp, text) => {
    expect(countSteps(regexp, text)).toBeGreaterThan(0)
    expectSameResults(regexp, [text, `${text}${text}`, text.slice(1), text.slice(0, -1), ''])
  })

  it.each(['[]|a', '[^]x', '\\0x', '\\12', '[\\0-\\12]x', '\\x4', '\\ca\\c'])(
    'runs the source %s as the RegExp does',
    (source) => expectSameResults(new RegExp(source), ['a', '\nx', '\0x', 'x4', '\u0001\\c']),
  )

  it.each([
    [/(a)\1/, 'aa'],
    [/(?<n>a)\k<n>/, 'aa'],
    [/(?<=a)b/, 'ab'],
    [/(?<!a)b/, 'cb'],
    [/\p{L}+/u, 'é'],
    [/a.b/s, 'a\nb'],
    [/^b/m, 'a\nb'],
    [/(?:a{50}){50}|b/, 'b'],
    [/(?:){4294967295}/, ''],
  ])('leaves %s to the RegExp', (regexp, text) => {
    const work = { steps: 0 }
    expect(plain(createLinearMatcher(regexp)(text, work))).toEqual(plain(regexp.exec(text)))
    expect(work.steps).toBe(0)
    expect(needsLinearMatcher(regexp)).toBe(false)
  })

  it('finds what the RegExp finds for any expression', () => {
    const text = fc.string({ unit: fc.constantFrom(...'aabbA/-'), maxLength: 6 })
    const texts = fc.array(text, { minLength: 5, maxLength: 5 })
    fc.assert(
      fc.property(anySource(), fc.constantFrom('', 'i'), texts, (source, flags, texts) => {
        expectSameResults(new RegExp(source, flags), texts)
      }),
      { seed: 1, numRuns: runs(3000) },
    )
  }, 30_000)

  it.each<[string | RegExp, (size: number) => string]>([
    ['/x/*/y/*/z', (size) => `/x/${'y/'.repeat(size)}`],
    ['/*/*/*z', (size) => '/'.repeat(size)],
    ['/:a+/:b+', (size) => `${'/a'.repeat(size)}//`],
    ['/ab/:a-:b', (size) => `/ab/a${'-a'.repeat(size)}/a`],
    ['/abc/:a-:b-:c(-:d)', (size) => `/abc/${'-'.repeat(size)}/a`],
    [/.*.*.*fly$/, (size) => 'fl'.repeat(size)],
    [/^(a+)+$/, (size) => `${'a'.repeat(size)}b`],
    [/^(a*)*$/, (size) => `${'a'.repeat(size)}b`],
    [/^(?:(?!.*x)(?=(.*)).)*$/, (size) => `${'a'.repeat(size)}\n`],
    [/^(?:(?=.*x)(?=(.*)).)*$/, (size) => `${'a'.repeat(size)}x`],
    [/(?:(?=.*(b)).)+/, (size) => `${'a'.repeat(size)}b`],
  ])('takes steps in proportion to the text for %s', (pattern, createText) => {
    const short = countSteps(pattern, createText(1000))
    const long = countSteps(pattern, createText(4000))
    expect(short).toBeGreaterThan(1000)
    expect(long).toBeLessThan(4.1 * short)
  })
})

describe('createSafeMatcher(regexp)', () => {
  it.each(['/(a+)+$', /^\/(a|a)*$/, /^\/(?:a+){9}$/, '/*/*/*/*/*/*/*/x'])(
    'matches a short path with %s without trying every way to read it',
    (pattern) => {
      const work = { steps: 0 }
      const match = createSafeMatcher(pathToRegexp(pattern, [], {}))
      expect(match(`/${'a'.repeat(28)}!`, work)).toBeNull()
      expect(work.steps).toBeGreaterThan(0)
    },
  )
})

describe('needsLinearMatcher(regexp)', () => {
  it.each([
    '/x/*/y/*/z',
    '/*/*/*z',
    '/:a+/:b+',
    '/:a(.*)/:b(.*)',
    '/:a--:b--:c',
    /.*fly$/,
    /^(a+)+$/,
    /^(a*)*$/,
    /^(?:a|a)*$/,
    /^(?:(?:b?|d?)c)*$/,
    /^(?:(?!.*x).)*$/,
    /^a*(?=b|(?!.*x))/,
  ])('is true for %s, which V8 may be slow to refuse', (pattern) => {
    expect(needsLinearMatcher(pathToRegexp(pattern, [], {}))).toBe(true)
    expect(needsLinearMatcher(pathToRegexp(pattern, [], { end: false }))).toBe(true)
  })

  it.each([
    '/',
    '*',
    '/users/:id',
    '/users/:id/posts/:post',
    '/:a?/:b?/:c?',
    '/files/*',
    '/:a+',
    '/:file.:ext?',
    '/:from-:to',
    '/u/:id(\\d+)/:name(\\w+)',
    /^\/commits\/(\w+)(?:\.\.(\w+))?$/,
    /^\/(.*)$/,
    /\/x/,
  ])('is false for %s, which has one way to read a text', (pattern) => {
    expect(needsLinearMatcher(pathToRegexp(pattern, [], {}))).toBe(false)
    expect(needsLinearMatcher(pathToRegexp(pattern, [], { end: false }))).toBe(false)
  })
})

/** Sources of small expressions, with everything that is supported in each other. */
function anySource(): fc.Arbitrary<string> {
  const quantifiers = ['*', '+', '?', '{2}', '{0}', '{0,2}', '{1,3}', '{1,}', '{2,}']
  const quantifier = fc.tuple(fc.constantFrom(...quantifiers), fc.constantFrom('', '?'))
  return fc.letrec<{ source: string; part: string; atom: string; group: string }>((tie) => ({
    source: fc
      .array(fc.array(tie('part'), { maxLength: 3, size: 'max' }), { minLength: 1, maxLength: 2 })
      .map((sequences) => sequences.map((parts) => parts.join('')).join('|')),
    part: fc.oneof(
      { weight: 4, arbitrary: tie('atom') },
      {
        weight: 4,
        arbitrary: fc.tuple(tie('atom'), quantifier).map((part) => part.flat().join('')),
      },
      { weight: 1, arbitrary: fc.constantFrom('^', '$', '\\b', '\\B') },
    ),
    atom: fc.oneof(
      { maxDepth: 3, depthIdentifier: 'regexp' },
      {
        weight: 3,
        arbitrary: fc.constantFrom(...'abA/.-', '[ab]', '[^/]', '[^a]', '\\w', '\\W', '\\x61'),
      },
      { weight: 2, arbitrary: tie('group') },
    ),
    group: fc
      .tuple(fc.constantFrom('(', '(', '(?:', '(?=', '(?!'), tie('source'))
      .map(([opening, source]) => `${opening}${source})`),
  })).source
}
