import { inspect } from 'node:util'
import { fitsPattern, type ParamPatterns } from '../../router/param-patterns.ts'
import type { UrlGrammar, UrlMatch, UrlOptions, UrlPart, UrlValue } from '../../router/url-parts.ts'

/** A mount path or the path of a route. */
export interface UrlStep {
  readonly pattern: string | RegExp
  /** How the dialect reads the path; undefined for a router of another package. */
  readonly grammar: UrlGrammar | undefined
  readonly options: UrlOptions
  /** The patterns that `param` has set. */
  readonly known: ParamPatterns | undefined
}

/** The values of parameters, by name. */
export type UrlParameters = Readonly<Record<string, unknown>>

/** A parameter that was written, as the router will read it. */
interface Written {
  readonly part: UrlValue
  readonly name: string
  readonly value: string | readonly string[]
}

/** Writes one path of a URL, and checks that the router reads it as it was meant. */
export class StepWriter {
  readonly shown: string
  readonly #step: UrlStep
  readonly #parts: readonly UrlPart[]
  /** A path of text and whole segments is always read as it was meant. */
  readonly isPlain: boolean
  #match: ((path: string) => UrlMatch | undefined) | undefined = undefined
  #written: Written[] = []

  constructor(step: UrlStep) {
    this.#step = step
    this.shown = String(step.pattern)
    this.#parts = parse(step)
    this.isPlain = PLAIN.test(this.shown) && isPlain(this.#parts)
  }

  write(params: UrlParameters): string {
    this.#written = []
    const text = this.#parts.map((part) => this.#writePart(part, params)).join('')
    this.#checkPatterns()
    return text
  }

  /** The part of a path that this pattern covers. Throws if it is read in another way. */
  check(path: string, url: string): string {
    const found = this.#read(path)
    if (found === undefined) throw new TypeError(this.#explainMiss(url))
    const params = found.params as UrlParameters
    const wrong = this.#written.find(({ name, value }) => !isSame(value, params[name]))
    if (wrong === undefined) return found.path
    throw new TypeError(
      `the URL ${inspect(url)} would be read with ${wrong.name}: ${inspect(params[wrong.name])} ` +
        `by ${this.shown}, but ${inspect(wrong.value)} was given. Choose another value or another path`,
    )
  }

  #read(path: string): UrlMatch | undefined {
    const { pattern, options, grammar } = this.#step
    this.#match ??= grammar?.compile(String(pattern), options)
    try {
      return this.#match?.(path)
    } catch {
      return undefined // A parameter ends within an encoded character.
    }
  }

  #writePart(part: UrlPart, params: UrlParameters): string {
    if (part.type === 'text') return part.text
    if (part.type === 'value') return this.#writeValue(part, params)
    if (!isGiven(part, params)) return ''
    return part.parts.map((each) => this.#writePart(each, params)).join('')
  }

  #writeValue(part: UrlValue, params: UrlParameters): string {
    const { name, form } = part
    const given = readParameter(params, name)
    if (given === undefined || given === null) {
      throw new TypeError(`the parameter '${name}' of ${this.shown} is missing`)
    }
    switch (form) {
      case 'segment':
        return this.#writeSegment(part, this.#textOf(given, name))
      case 'segments':
        return this.#writeSegments(part, given)
      case 'text':
        return this.#writeText(part, given)
      case 'repeated':
        return this.#writeRepeated(part, given, params)
    }
  }

  #writeSegment(part: UrlValue, value: string): string {
    if (value === '') throw new TypeError(`the parameter '${part.name}' of ${this.shown} is empty`)
    this.#written.push({ part, name: part.name, value })
    return this.#encode(value, part.name)
  }

  #writeSegments(part: UrlValue, given: unknown): string {
    const value = this.#segmentsOf(given, part.name)
    if (value.join('/') === '') {
      throw new TypeError(`the parameter '${part.name}' of ${this.shown} is empty`)
    }
    this.#written.push({ part, name: part.name, value })
    return value.map((segment) => this.#encode(segment, part.name)).join('/')
  }

  #writeText(part: UrlValue, given: unknown): string {
    const segments = this.#segmentsOf(given, part.name)
    this.#written.push({ part, name: part.name, value: segments.join('/') })
    return segments.map((segment) => this.#encode(segment, part.name)).join('/')
  }

  /** All segments may be given at once, or as the router gives them: the first one and the rest. */
  #writeRepeated(part: UrlValue, given: unknown, params: UrlParameters): string {
    const { name, rest = '', tail } = part
    const others = Array.isArray(given) ? undefined : readParameter(params, rest)
    const all = others === undefined || others === null ? given : `${given}${String(others)}`
    const [first = '', ...more] = this.#segmentsOf(all, name)
    if (first === '') throw new TypeError(`the parameter '${name}' of ${this.shown} is empty`)
    this.#written.push({ part, name, value: first })
    if (more.length > 0) {
      this.#written.push({ part, name: rest, value: `/${more.join('/')}` })
      if (tail !== undefined) this.#written.push({ part, name: tail, value: more.join('/') })
    }
    return [first, ...more].map((segment) => this.#encode(segment, name)).join('/')
  }

  #segmentsOf(given: unknown, name: string): string[] {
    if (!Array.isArray(given)) return this.#textOf(given, name).split('/')
    return Array.from(given as readonly unknown[], (each) => this.#textOf(each, name))
  }

  #textOf(given: unknown, name: string): string {
    switch (typeof given) {
      case 'string':
        return given
      case 'number':
        if (Number.isFinite(given)) return String(given)
        break
      case 'bigint':
      case 'boolean':
        return String(given)
    }
    throw new TypeError(
      `the parameter '${name}' of ${this.shown} is ${show(given)}. Pass a string or a number`,
    )
  }

  #encode(value: string, name: string): string {
    try {
      return encodeURIComponent(value)
    } catch {
      throw new TypeError(
        `the parameter '${name}' of ${this.shown} has a half of a surrogate pair, which no URL can hold: ` +
          show(value),
      )
    }
  }

  /** Compares the values with the patterns of `param`. */
  #checkPatterns(): void {
    const { known } = this.#step
    if (known === undefined) return
    for (const { name, value } of this.#written) {
      const text = typeof value === 'string' ? value : value.join('/')
      const failed = known.get(name)?.find((pattern) => !fitsPattern(pattern, text))
      if (failed !== undefined) throw this.#unfit(name, text, String(failed))
    }
  }

  #explainMiss(url: string): string {
    for (const { part, name, value } of this.#written) {
      const { fits, pattern = '' } = part
      if (fits === undefined || typeof value !== 'string' || fits(value)) continue
      return this.#unfit(name, value, pattern).message
    }
    return `${this.shown} would not match the URL ${inspect(url)}. Choose other values or another path`
  }

  #unfit(name: string, value: string, pattern: string): TypeError {
    return new TypeError(
      `the parameter '${name}' of ${this.shown} is ${show(value)}, which does not fit ${pattern}`,
    )
  }
}

function parse({ pattern, grammar, options }: UrlStep): readonly UrlPart[] {
  if (pattern instanceof RegExp) {
    throw new TypeError(
      `the path ${pattern} is a regular expression, for which no URL can be written. Write a path as text`,
    )
  }
  if (grammar === undefined) {
    throw new TypeError(`the path '${pattern}' belongs to a router of another package`)
  }
  let parts: readonly UrlPart[]
  try {
    parts = grammar.parse(pattern, options)
  } catch (error) {
    throw new TypeError(
      `no URL can be written for the path '${pattern}': ${(error as Error).message}. ` +
        'Write a path of text and parameters',
    )
  }
  for (const text of textsOf(parts)) {
    const odd = UNSENDABLE.exec(text)
    if (odd !== null) {
      throw new TypeError(
        `no URL has ${inspect(odd[0])}, which is in the path '${pattern}': clients encode it. ` +
          `Write ${inspect(encodeURI(odd[0]).replace('?', '%3F').replace('#', '%23'))}`,
      )
    }
  }
  return parts
}

/** Characters that the path of a URL never has. */
const UNSENDABLE = /[^!$%&'()*+,\-./:;=@\w[\]~|^]/u

function textsOf(parts: readonly UrlPart[]): string[] {
  return parts.flatMap((part) => {
    if (part.type === 'text') return part.text
    return part.type === 'group' ? textsOf(part.parts) : []
  })
}

/** Characters without a meaning of their own, and the sign of a parameter. */
const PLAIN = /^[\w/:.~%@,;=&-]*$/

function isPlain(parts: readonly UrlPart[]): boolean {
  const [first] = parts
  if (first?.type !== 'text' || !first.text.startsWith('/')) return false
  return parts.every((part, at) => {
    if (part.type === 'text') return true
    if (part.type === 'group' || part.form !== 'segment') return false
    // In some dialects, parameters are properties of an ordinary object.
    if (part.name in Object.prototype) return false
    const [before, after] = [parts[at - 1], parts[at + 1]]
    const isStart = before?.type === 'text' && before.text.endsWith('/')
    return isStart && (after === undefined || (after.type === 'text' && after.text.startsWith('/')))
  })
}

/** Whether a parameter of a group is given. */
function isGiven(part: UrlPart, params: UrlParameters): boolean {
  if (part.type === 'text') return false
  if (part.type === 'group') return part.parts.some((each) => isGiven(each, params))
  const given = readParameter(params, part.name)
  return given !== undefined && given !== null
}

/** A parameter, but not a member that every object inherits. */
function readParameter(params: UrlParameters, name: string): unknown {
  return Object.hasOwn(params, name) || !(name in Object.prototype) ? params[name] : undefined
}

function isSame(written: string | readonly string[], read: unknown): boolean {
  if (typeof written === 'string') return written === read
  return (
    Array.isArray(read) &&
    read.length === written.length &&
    read.every((each, at) => each === written[at])
  )
}

function show(value: unknown): string {
  return inspect(value, { depth: 0, maxStringLength: 100, breakLength: Number.POSITIVE_INFINITY })
}
