/** The path patterns of a dialect, and what else its random tables are made of. */
export interface Grammar {
  /** Segments beside plain names and `:p`. */
  readonly common: readonly string[]
  readonly rare: readonly string[]
  readonly tails: readonly string[]
  /** Patterns that are no list of segments. */
  readonly whole: readonly string[]
  readonly paramNames: readonly string[]
  /** Whether handlers may return rejected promises: some originals would end the process. */
  readonly rejects: boolean
}

export const grammars = {
  '5.x': {
    common: ['*s', 'B', '{:o}'],
    rare: [
      'x',
      'a.:e',
      ':p-:q',
      ':p.json',
      'é',
      'a b',
      'a{b}',
      '{*t}',
      ':"od d"',
      'a\\*',
      ':p{-:q}',
      'ab',
    ],
    tails: ['/', '{/:o}', '{/}', '{/*t}', '{.:e}'],
    whole: ['/', '/{*s}', '{/:p}', ''],
    paramNames: ['p', 'q', 's', 'o', 'e', '0'],
    rejects: true,
  },
  '4.x': {
    common: ['*', 'B', ':o?', ':p(\\d+)', '(\\w+)'],
    rare: [
      'x',
      'a.:e',
      ':p-:q',
      ':p.json',
      ':p.:e?',
      'é',
      'a b',
      'ab?',
      'a+',
      'ab',
      'a*b',
      'a(b)?',
      '(a|b)',
      '(?:a|b)+',
      ':p([ab]+)',
      ':p(a|b)?',
      ':p*',
      ':p+',
      ':o?-:q',
      ':p(*)',
      ':p(\\w)(.)',
      '(a)?(b)?',
      '[ab]',
      'a\\.b',
      'a.b',
      '$',
      '(',
    ],
    tails: [
      '/',
      '/?',
      '/:o?',
      '/*',
      '.:e?',
      '*',
      '(.*)',
      '/(.*)',
      '(/:o)?',
      '+',
      '/:p*',
      '.:e(\\w+)?',
    ],
    whole: ['*', '/*', '(.*)', '', 'a', ':p', '/:p*', '?', '//'],
    paramNames: ['p', 'q', 'o', 'e', '0', '1', ':p'],
    rejects: false,
  },
} as const satisfies Record<string, Grammar>
