import fc from 'fast-check'

/** A path pattern, or a list of them, as a program would write it. */
export type Pattern = string | RegExp | Pattern[]

/** What a grammar has beside plain text, and texts that it may match. */
export interface Grammar {
  /** Pieces of patterns, each with paths that may stand in its place. */
  readonly tokens: readonly (readonly [token: string, ...texts: string[]])[]
  readonly regexps: readonly RegExp[]
}

type Token = readonly [token: string, ...texts: string[]]

// Few letters, so that patterns and paths meet often; U+212A is the Kelvin sign, a 'K' to some.
const texts = [
  'a',
  'b',
  'A',
  'ab',
  'k',
  '\u212a',
  'é',
  'É',
  'ſ',
  '1',
  'x-y',
  '%20',
  '%61',
  '_~@,;=&',
]
const separators = ['/', '/', '/', '.', '//', './', '/.']

const plain = [...texts, ...separators].map((text): Token => [text, text])
const shared: readonly Token[] = [
  ...plain,
  ...plain,
  [':id', 'a', '1', 'a.b', 'é', '%41', '%zz', '%20'],
]

export const grammars: Record<'5.x' | '4.x' | '3.x', Grammar> = {
  '5.x': {
    tokens: [
      ...shared,
      ['$', '$'],
      [':"a b"', 'a', 'x.y'],
      ['*rest', 'a', 'a/b', 'a//b', '%zz'],
      ['{/b}', '', '/b'],
      ['{.json}', '', '.json'],
      ['{b}', '', 'b'],
      ['{/:opt}', '', '/a'],
      ['{/:opt/a}', '', '/b/a'],
      ['{a{/b}}', '', 'a', 'a/b'],
      ['{', ''],
      ['}', ''],
      ['\\:', ':'],
      ['\\{', '{'],
      ['\\.', '.'],
      ['\\/', '/'],
    ],
    regexps: [/^\/a/, /b$/i, /^\/(\w)\/(?<name>\w+)/, /./g],
  },
  '4.x': {
    tokens: [
      ...shared,
      [':id?', '', 'a', '1'],
      [':id*', 'a', 'a/b'],
      [':id*?', '', 'a/b'],
      [':id(\\d+)', '1'],
      [':id(\\d+)?', '', '1'],
      [':id([^/]*)', '', 'a'],
      ['?', ''],
      ['+', 'a', '/'],
      ['*', '', 'a', 'a/b'],
      ['|', ''],
      ['(', ''],
      [')', ''],
      ['(b)?', '', 'b'],
      ['(b|c)', 'b'],
      ['(?:/b)?', '', '/b'],
      ['(.*)', '', '/a'],
      ['[ab]', 'a'],
      ['{0,1}', ''],
      ['^', ''],
      ['$', ''],
      ['\\.', '.'],
      ['\\/', '/'],
      ['\\?', '?'],
    ],
    regexps: [/^\/a/, /b$/i, /^\/(\w)\/(\w+)/, /./],
  },
  '3.x': {
    tokens: [
      ...shared,
      [':id?', '', 'a', '1'],
      [':id*', 'a', 'a/b'],
      [':id(\\d+)', '1'],
      ['?', ''],
      ['+', 'a'],
      ['*', '', 'a/b'],
      ['|', ''],
      ['(b)?', '', 'b'],
      ['(b|c)', 'b'],
      ['[ab]', 'a'],
      ['$', ''],
      ['\\?', '?'],
    ],
    regexps: [/^\/a/, /b$/i, /^\/(\w)\/(\w+)/],
  },
}

interface Sample {
  readonly pattern: Pattern
  readonly paths: readonly string[]
}

/** A pattern of a grammar, with paths that are near it. It may be one that the grammar refuses. */
export function sampleOf(grammar: Grammar): fc.Arbitrary<Sample> {
  const text = textSampleOf(grammar)
  const regexp = fc
    .constantFrom(...grammar.regexps)
    .map((pattern) => ({ pattern, paths: ['/a/b'] }))
  const list = fc.array(fc.oneof({ weight: 4, arbitrary: text }, regexp), { maxLength: 3 })
  return fc.oneof(
    { weight: 12, arbitrary: text },
    { weight: 1, arbitrary: regexp },
    { weight: 2, arbitrary: list.map(joinSamples) },
  )
}

/** A pattern that is text, mostly one that begins with a slash. */
export function textSampleOf(grammar: Grammar): fc.Arbitrary<Sample & { pattern: string }> {
  const token = fc.constantFrom(...grammar.tokens)
  const chosen = fc.tuple(token, fc.nat(), fc.boolean())
  return fc
    .tuple(fc.array(chosen, { maxLength: 6 }), fc.nat(9), fc.array(change, { maxLength: 2 }))
    .map(([tokens, start, changes]) => {
      const slash = start === 0 ? '' : '/'
      const spaced = start < 5
      const parts = tokens.map(([[source, ...texts], pick, isSeparate]) => {
        const before = spaced && isSeparate ? '/' : ''
        return [before + source, before + (texts[pick % texts.length] ?? '')] as const
      })
      const pattern = slash + parts.map(([source]) => source).join('')
      const path = slash + parts.map(([, text]) => text).join('')
      return { pattern, paths: [path, changes.reduce((changed, each) => each(changed), path)] }
    })
}

/** What may be different in a path that is nearly the right one. */
const change: fc.Arbitrary<(path: string) => string> = fc.constantFrom(
  (path: string) => path.toUpperCase(),
  (path: string) => path.toLowerCase(),
  (path: string) => `${path}/`,
  (path: string) => `${path}//`,
  (path: string) => `${path}/b`,
  (path: string) => `${path}.json`,
  (path: string) => `${path}b`,
  (path: string) => `/${path}`,
  (path: string) => path.slice(0, -1),
  (path: string) => path.slice(1),
  (path: string) => path.replace('/', '//'),
  (path: string) => path.replaceAll('k', '\u212a'),
)

function joinSamples(samples: readonly Sample[]): Sample {
  const paths = samples.flatMap((sample) => sample.paths)
  return { pattern: samples.map((sample) => sample.pattern), paths: paths.length ? paths : ['/a'] }
}
