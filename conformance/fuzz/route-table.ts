import fc from 'fast-check'
import type { Grammar } from './grammars.ts'

/** What a handler does after it has written down what it saw. */
export type Action =
  | 'respond'
  | 'json'
  | 'next'
  | 'next later'
  | 'route'
  | 'router'
  | 'error'
  | 'text error'
  | 'throw'
  | 'reject'
  | 'reject nothing'
  | 'await and next'
  | 'rewrite'
  | 'change method'
  | 'change params'

export interface Step {
  readonly handlesErrors: boolean
  readonly action: Action
}

export type Path = string | { readonly regexp: string; readonly flags: string } | readonly Path[]

export type Entry =
  | { readonly op: 'use'; readonly path?: Path; readonly steps: readonly Step[] }
  | {
      readonly op: 'verb'
      readonly verb: Verb
      readonly path: Path
      readonly steps: readonly Step[]
    }
  | {
      readonly op: 'route'
      readonly path: Path
      readonly parts: readonly (readonly [Verb, Step])[]
    }
  | { readonly op: 'param'; readonly name: string; readonly action: Action }
  | { readonly op: 'mount'; readonly path?: Path; readonly child: Table }
  | { readonly op: 'router' }

export interface Table {
  readonly kind: 'router' | 'app'
  /** Whether handlers tell `req.baseUrl`. */
  readonly nests: boolean
  readonly options: { caseSensitive?: boolean; strict?: boolean; mergeParams?: boolean }
  readonly entries: readonly Entry[]
}

const verbs = ['get', 'post', 'put', 'head', 'options', 'delete', 'all'] as const
export type Verb = (typeof verbs)[number]

const regexps = [
  '^\\/a',
  '^\\/(\\w+)',
  '^\\/(?<p>[ab])(?:\\/|$)',
  'b$',
  '(.*)',
  '^\\/a(\\/b)?$',
  '^\\/x\\/?$',
  '\\/',
  '^\\/(a)?(b)?',
]

const actions: readonly Action[] = [
  'json',
  'next later',
  'route',
  'router',
  'error',
  'text error',
  'throw',
  'reject',
  'reject nothing',
  'await and next',
  'rewrite',
  'change method',
  'change params',
]

interface Parts {
  readonly action: fc.Arbitrary<Action>
  readonly step: fc.Arbitrary<Step>
  readonly path: fc.Arbitrary<Path>
  readonly mount: fc.Arbitrary<Path>
  readonly paramName: fc.Arbitrary<string>
  readonly nests: boolean
}

const flag = fc.constantFrom(true, false, undefined)

/** Tables of layers, nested routers and mounted apps, with paths in the grammar of a dialect. */
export function tablesIn(grammar: Grammar): fc.Arbitrary<Table> {
  const action = actionsIn(grammar)
  const handlesErrors = fc.oneof(
    { weight: 4, arbitrary: fc.constant(false) },
    { weight: 1, arbitrary: fc.constant(true) },
  )
  const step = fc.record({ handlesErrors, action })
  const paramName = fc.constantFrom(...grammar.paramNames)
  const path = pathsIn(grammar)
  const { mounts, nests } = grammar
  const mount = mounts ? fc.constantFrom<Path>(...mounts) : path
  return tableOf({ action, step, path, mount, paramName, nests }, 2)
}

/** Weighted so that most requests pass several layers before they are answered. */
function actionsIn(grammar: Grammar): fc.Arbitrary<Action> {
  const possible = actions.filter((name) => grammar.rejects || !name.startsWith('reject'))
  return fc.oneof(
    { weight: 14, arbitrary: fc.constant<Action>('next') },
    { weight: 4, arbitrary: fc.constant<Action>('respond') },
    { weight: 9, arbitrary: fc.constantFrom(...possible) },
  )
}

/** Plain segments come often, so that the tables and the requests below meet. */
function pathsIn(grammar: Grammar): fc.Arbitrary<Path> {
  const segment = fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom('a', 'b') },
    { weight: 3, arbitrary: fc.constantFrom(':p', ':q') },
    { weight: 2, arbitrary: fc.constantFrom(...grammar.common) },
    { weight: 2, arbitrary: fc.constantFrom(...grammar.rare) },
  )
  const tail = fc.oneof(
    { weight: 1, arbitrary: fc.constant('') },
    { weight: 1, arbitrary: fc.constantFrom(...grammar.tails) },
  )
  const text = fc
    .tuple(fc.array(segment, { maxLength: 2 }), tail)
    .map(([parts, end]) => `/${parts.join('/')}${end}`)
  const regexp = fc.record({
    regexp: fc.constantFrom(...regexps),
    flags: fc.constantFrom('', 'i'),
  })
  const whole = fc.constantFrom(...grammar.whole)
  const one: fc.Arbitrary<Path> = fc.oneof(
    { weight: 16, arbitrary: text },
    { weight: 2, arbitrary: regexp },
    { weight: 1, arbitrary: whole },
  )
  return fc.oneof(
    { weight: 6, arbitrary: one },
    { weight: 1, arbitrary: fc.array(one, { minLength: 1, maxLength: 3 }) },
  )
}

function tableOf(parts: Parts, depth: number): fc.Arbitrary<Table> {
  return fc.record({
    kind: parts.nests ? fc.constantFrom('router', 'app') : fc.constant('app'),
    nests: fc.constant(parts.nests),
    options: fc.record({ caseSensitive: flag, strict: flag, mergeParams: flag }),
    entries: fc.array(entryOf(parts, depth), {
      minLength: 1,
      maxLength: depth === 2 ? 10 : 5,
      size: 'max',
    }),
  }) as fc.Arbitrary<Table>
}

function entryOf(parts: Parts, depth: number): fc.Arbitrary<Entry> {
  const { action, step, path, mount, paramName } = parts
  const steps = fc.array(step, { minLength: 1, maxLength: 3 })
  const optionalPath = fc.option(mount, { nil: undefined, freq: 2 })
  const flat = [
    {
      weight: 3,
      arbitrary: fc.record({ op: fc.constant('use' as const), path: optionalPath, steps }),
    },
    {
      weight: 5,
      arbitrary: fc.record({
        op: fc.constant('verb' as const),
        verb: fc.constantFrom(...verbs),
        path,
        steps,
      }),
    },
    { weight: 1, arbitrary: parts.nests ? routeOf(parts) : fc.constant({ op: 'router' as const }) },
    {
      weight: 1,
      arbitrary: fc.record({
        op: fc.constant('param' as const),
        name: paramName,
        action,
      }),
    },
  ]
  if (depth === 0) return fc.oneof(...flat) as fc.Arbitrary<Entry>
  const child = fc.record({
    op: fc.constant('mount' as const),
    path: optionalPath,
    child: tableOf(parts, depth - 1),
  })
  return fc.oneof(...flat, { weight: 3, arbitrary: child }) as fc.Arbitrary<Entry>
}

function routeOf({ path, step }: Parts): fc.Arbitrary<Entry> {
  return fc.record({
    op: fc.constant('route' as const),
    path,
    parts: fc.array(fc.tuple(fc.constantFrom(...verbs), step), { maxLength: 3 }),
  })
}

export interface Target {
  readonly method: string
  readonly url: string
}

const queries = ['', '', '', '?', '?q=1', '?q=1&q=2', '?a[b]=c', '?x=/a/b', '?%zz']

/** Request lines within reach of the tables above. */
export function targetsIn(grammar: Grammar): fc.Arbitrary<Target> {
  const segment = fc.oneof(
    { weight: 7, arbitrary: fc.constantFrom('a', 'b') },
    { weight: 2, arbitrary: fc.constantFrom(...grammar.large) },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        '1',
        '%61',
        'a.b',
        'a-b',
        '',
        '%C3%A9',
        'a%20b',
        '%zz',
        'a%2Fb',
        'a.json',
        'ab',
        'a*',
        '..',
        '%',
      ),
    },
  )
  return fc
    .record({
      method: fc.constantFrom('GET', 'GET', 'GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
      prefix: fc.constantFrom(...grammar.prefixes),
      parts: fc.array(segment, { maxLength: 3 }),
      query: fc.constantFrom(...queries),
    })
    .map(({ method, prefix, parts, query }) => ({
      method,
      url: `${prefix}/${parts.join('/')}${query}`,
    }))
}
