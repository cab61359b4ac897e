import type { DialectName } from '../harness/dialects.ts'

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
  /** Paths of middleware and mounted apps, where they are no patterns. */
  readonly mounts?: readonly string[]
  /** Whether there are routers in routers, `app.route` and `req.baseUrl`; 3.x has one router. */
  readonly nests: boolean
  /** Segments of requests that are written large. */
  readonly large: readonly string[]
  /** What targets begin with, before their path. */
  readonly prefixes: readonly string[]
}

/**
 * A target with everything before its path. Routers trim it to `http://u:p@h.example:80.b`, which Express
 * fails to read from Node 26 on (W-102).
 */
export const fullPrefix =
  Number.parseInt(process.versions.node, 10) < 26
    ? 'http://u:p@h.example:80'
    : 'http://u:p@h.example'

const prefixes = ['', '', '', '', '', '', '', '/', 'http://h.example', fullPrefix]

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
    nests: true,
    large: ['A', 'B', 'x'],
    prefixes,
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
    nests: true,
    large: ['A', 'B', 'x'],
    prefixes,
  },
  '3.x': {
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
      '.:e',
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
    mounts: ['/', '/b', '/x', '/b/x', '/b/', 'b', '', '/1', '/b.json', '/:p', '/*'],
    nests: false,
    // Mounts of the original change the letters of a URL (W-043): none is written like this.
    large: ['A', 'A', 'x'],
    // It loses its place in a target in absolute form that a handler has written anew.
    prefixes: ['', '', '', '/'],
  },
} as const satisfies Record<DialectName, Grammar>
