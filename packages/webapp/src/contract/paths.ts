import type { RoutePattern } from '../types/shared/introspection.ts'

export interface PathParameter {
  readonly name: string
  /** The regular expression that the pattern has for the parameter. */
  readonly pattern?: string | undefined
  /** Whether flags change the meaning of the pattern. Documents have no flags. */
  readonly hasFlags?: boolean | undefined
  /** Whether the parameter matches slashes too. */
  readonly isWildcard?: boolean | undefined
}

type Token = string | PathParameter
/** One way to write a path: optional parts are there or not. */
export type Variant = readonly Token[]

/** Reads a pattern of a dialect; returns its variants, or the reason why it has none. */
export type Grammar = (pattern: string) => Variant[] | string

export interface PathTemplate {
  readonly path: string
  readonly parameters: readonly PathParameter[]
}

/** The most variants of a path that are listed. */
const MOST_VARIANTS = 16

const TOO_MANY = `it has more than ${MOST_VARIANTS} variants`
const EXPRESSION = 'a regular expression has no path in OpenAPI'
const UNKNOWN = 'its mount path is unknown'

/** Translates the patterns of the mounts and of a route; returns the reason if that is impossible. */
export function toPathTemplates(
  patterns: readonly RoutePattern[],
  grammarOf: (dialect: RoutePattern['dialect']) => Grammar,
): PathTemplate[] | string {
  let variants: Variant[] = [[]]
  for (const { pattern, dialect, parameters = {} } of patterns) {
    if (typeof pattern !== 'string') return EXPRESSION
    if (pattern === '(unknown)') return UNKNOWN
    const read = grammarOf(dialect)(pattern)
    if (typeof read === 'string') return read
    const ends = read.map((variant) => addPatterns(variant, parameters))
    variants = variants.flatMap((start) => ends.map((end) => join(start, end)))
    if (variants.length > MOST_VARIANTS) return TOO_MANY
  }
  const templates = new Map(variants.map((variant) => toTemplate(variant)).map((t) => [t.path, t]))
  return [...templates.values()]
}

/** Adds the patterns that the router has for parameters: the first, if the path itself has none. */
function addPatterns(
  variant: Variant,
  parameters: NonNullable<RoutePattern['parameters']>,
): Variant {
  return variant.map((token) => {
    if (typeof token === 'string' || !Object.hasOwn(parameters, token.name)) return token
    const [own] = parameters[token.name] ?? []
    return token.pattern !== undefined || own === undefined
      ? token
      : { ...token, pattern: wholePattern(own), hasFlags: /[imsv]/.test(own.flags) }
  })
}

/** A regular expression for a whole value, without the anchors. */
function wholePattern({ source, sticky }: RegExp): string {
  if (sticky) return `(?:${source}).*`
  const [, inner = ''] = /^\^((?:[^|\\]|\\.)*)\$$/.exec(source) ?? []
  return inner === '' ? `.*(?:${source}).*` : inner
}

/** A mount path does not count its last slash, and `/` adds nothing to it. */
function join(start: Variant, end: Variant): Variant {
  const last = start.at(-1)
  const head =
    typeof last === 'string' && last.endsWith('/')
      ? [...start.slice(0, -1), last.slice(0, -1)]
      : start
  const [first] = end
  if (head.every((token) => token === '')) return end
  if (end.length === 0 || (end.length === 1 && first === '/')) return head
  return typeof first === 'string' && first.startsWith('/')
    ? [...head, ...end]
    : [...head, '/', ...end]
}

function toTemplate(variant: Variant): PathTemplate {
  const tokens = makeUnique(variant)
  const parameters = tokens.filter((token) => typeof token !== 'string')
  const text = tokens.map((token) =>
    typeof token === 'string' ? encode(token) : `{${token.name}}`,
  )
  const path = text.join('').replace(/\/{2,}/g, '/')
  return { path: path.startsWith('/') ? path : `/${path}`, parameters }
}

/** A template has each name once. The last one is the route's own, which its handlers see. */
function makeUnique(variant: Variant): Token[] {
  const names = new Set<string>()
  const fromTheEnd = [...variant].reverse().map((token) => {
    if (typeof token === 'string') return token
    let { name } = token
    for (let number = 2; names.has(name); number++) name = `${token.name}${number}`
    names.add(name)
    return { ...token, name }
  })
  return fromTheEnd.reverse()
}

/** Braces are parameters in a template. */
function encode(text: string): string {
  return text.replaceAll('{', '%7B').replaceAll('}', '%7D')
}

/** All ways to follow one of the starts by one of the ends. */
function combine(starts: readonly Variant[], ends: readonly Variant[]): Variant[] {
  return starts.flatMap((start) => ends.map((end) => [...start, ...end]))
}

/** A problem in a pattern: the reason why a route is left out. */
class Unreadable extends Error {}

function readSafely(read: () => Variant[]): Variant[] | string {
  try {
    return read()
  } catch (error) {
    if (error instanceof Unreadable) return error.message
    throw error
  }
}

const NAME = /[$_\p{ID_Start}](?:\u200c|\u200d|[$\p{ID_Continue}])*/uy

/** Patterns such as `/files{/:name}/*rest`: braces are optional, and nothing else is. */
export const readBracePattern: Grammar = (pattern) => {
  let at = 0
  const readName = (): string => {
    if (pattern[at] === '"') {
      const end = pattern.indexOf('"', at + 1)
      const name = pattern.slice(at + 1, end)
      at = end + 1
      return name
    }
    NAME.lastIndex = at
    const [name = ''] = NAME.exec(pattern) ?? []
    at += name.length
    return name
  }
  const readAll = (closing: string | undefined): Variant[] => {
    let variants: Variant[] = [[]]
    while (at < pattern.length && pattern[at] !== closing) {
      variants = combine(variants, readNext())
      if (variants.length > MOST_VARIANTS) throw new Unreadable(TOO_MANY)
    }
    return variants
  }
  const readNext = (): Variant[] => {
    const char = pattern[at++] as string
    if (char === ':') return [[{ name: readName() }]]
    if (char === '*') return [[{ name: readName(), isWildcard: true }]]
    if (char === '\\') return [[pattern[at++] ?? '']]
    if (char !== '{') return [[char]]
    const inner = readAll('}')
    at++
    return [[], ...inner]
  }
  return readSafely(() => readAll(undefined))
}

const MARKED = /(\/)?(\.)?:(\w+)(\((?:\\.|[^\\()]|\((?:\\.|[^\\()])*\))*\))?(\*)?(\?)?/y

/** Patterns such as `/files/:name?`, `/:id(\\d+)` and `/a*`, in which most signs have a meaning. */
export const readMarkPattern: Grammar = (pattern) => {
  let captures = 0
  const readAll = (text: string): Variant[] => {
    let variants: Variant[] = [[]]
    for (let at = 0; at < text.length; ) {
      const [next, length] = readNext(text, at)
      variants = combine(variants, next)
      if (variants.length > MOST_VARIANTS) throw new Unreadable(TOO_MANY)
      at += length
    }
    return variants
  }
  const readNext = (text: string, at: number): [Variant[], length: number] => {
    MARKED.lastIndex = at
    const marked = MARKED.exec(text)
    if (marked !== null) return [readMarked(marked), marked[0].length]
    const char = text[at] as string
    if (char === '*') return [[[{ name: String(captures++), isWildcard: true }]], 1]
    if (char === '(' || text.startsWith('/(', at)) return readGroup(text, at)
    if (/[[\]|^$+){}]/.test(char)) throw new Unreadable(EXPRESSION)
    const literal = char === '\\' ? (text[at + 1] ?? '') : char
    const length = char === '\\' ? 2 : 1
    if (text[at + length] !== '?') return [[[literal]], length]
    return [[[], [literal]], length + 1]
  }
  const readGroup = (text: string, start: number): [Variant[], length: number] => {
    const isSlashed = text[start] === '/'
    const open = isSlashed ? start + 1 : start
    const close = findClosing(text, open)
    const isPlain = isSlashed || text.startsWith('?:', open + 1)
    const inner = text.slice(open + (text.startsWith('?:', open + 1) ? 3 : 1), close)
    const isOptional = text[close + 1] === '?'
    if (/^[*+{]/.test(text.slice(close + 1)) || /^\?/.test(inner)) throw new Unreadable(EXPRESSION)
    const slash = isSlashed ? ['/'] : []
    const content = isPlain ? readAll(inner) : readCapture(inner)
    const variants = content.map((variant) => [...slash, ...variant])
    const length = close + (isOptional ? 2 : 1) - start
    return [isOptional ? [slash, ...variants] : variants, length]
  }
  const readCapture = (inner: string): Variant[] => {
    const name = String(captures++)
    // A group of letters is written only to be optional.
    return [/^[\w/.-]+$/.test(inner) ? [inner] : [{ name, pattern: inner }]]
  }
  const readMarked = ([, slash = '', dot = '', name = '', own, star, mark]: RegExpExecArray) => {
    const prefix = slash + dot
    const pattern = own?.slice(1, -1)
    // In these grammars a star is `.*`, also in parentheses.
    const isWildcard = star !== undefined || /^(?:\.?\*|\.\+)$/.test(pattern ?? '')
    const parameter = { name, pattern: isWildcard ? undefined : pattern, isWildcard }
    const given: Variant = prefix === '' ? [parameter] : [prefix, parameter]
    return mark === undefined ? [given] : [[], given]
  }
  return readSafely(() => readAll(pattern))
}

function findClosing(text: string, open: number): number {
  let depth = 0
  for (let at = open; at < text.length; at++) {
    if (text[at] === '\\') at++
    else if (text[at] === '(') depth++
    else if (text[at] === ')' && --depth === 0) return at
  }
  throw new Unreadable(EXPRESSION)
}

/** Patterns of routers from other packages, whose grammar shows only in their signs. */
export const readForeignPattern: Grammar = (pattern) =>
  /[?+()]|\*(?!\w)/.test(pattern) ? readMarkPattern(pattern) : readBracePattern(pattern)
