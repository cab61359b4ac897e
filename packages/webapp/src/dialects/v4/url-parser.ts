import type { UrlPart, UrlText, UrlValue } from '../../router/url-parts.ts'
import { createSafeMatcher } from './regexp/linear-regexp.ts'

/** How the patterns of 4.x and 3.x differ. */
export interface ParserRules {
  /** A parameter: its slash, its dot, its name and its pattern. */
  readonly parameter: RegExp
  /** Reads the modifiers that may follow a parameter. */
  readonly modifiers: RegExp
  /** Whether a backslash before a character makes it plain text. */
  readonly hasEscapes: boolean
  /** Whether a group after a slash includes that slash. */
  readonly groupTakesSlash: boolean
  /** How many parameters without a name follow a parameter with a star. */
  readonly restCaptures: number
  /** Whether names belong to captures by position alone. */
  readonly namesByPosition: boolean
  /** The regular expression that a pattern in parentheses stands for. */
  readonly expand: (pattern: string) => string
  readonly flags: string
}

type Slot = (name: string) => void

/** Reads patterns of 4.x and 3.x, which are regular expressions with parameters in them. */
export class UrlParser {
  readonly #text: string
  readonly #rules: ParserRules
  readonly #names: string[] = []
  /** Sets the name of each capture, in the order of the captures; undefined for unused captures. */
  readonly #slots: (Slot | undefined)[] = []
  /** The names that captures have in the pattern, in the same order. */
  readonly #own: (string | undefined)[] = []
  #at = 0

  constructor(text: string, rules: ParserRules) {
    this.#text = text
    this.#rules = rules
  }

  parse(): UrlPart[] {
    const parts = this.#readParts(this.#text.length)
    this.#nameCaptures()
    return parts
  }

  #readParts(end: number): UrlPart[] {
    const parts: UrlPart[] = []
    while (this.#at < end) this.#readPart(parts)
    return parts
  }

  #readPart(parts: UrlPart[]): void {
    const char = this.#text[this.#at] as string
    if (this.#readParameter(parts)) return
    if (char === '\\' && this.#rules.hasEscapes) this.#readEscape(parts)
    else if (char === '*') this.#readStar(parts)
    else if (char === '(') this.#readGroup(parts)
    else if (char === '?') this.#dropLast(parts)
    else if (char === '+' && endsInText(parts)) this.#at++
    else if (/[[\]{}|^$+)\\]/.test(char)) throw this.#unwritable(char)
    else {
      addText(parts, char)
      this.#at++
    }
  }

  #readEscape(parts: UrlPart[]): void {
    const escaped = this.#text[this.#at + 1]
    if (escaped === undefined || /\w/.test(escaped)) throw this.#unwritable(`\\${escaped ?? ''}`)
    addText(parts, escaped)
    this.#at += 2
  }

  #readParameter(parts: UrlPart[]): boolean {
    const { parameter, modifiers, restCaptures } = this.#rules
    const found = this.#match(parameter)
    if (found === undefined) return false
    const [, slash = '', dot = '', name = '', group] = found
    const { star, optional } = this.#match(modifiers)?.groups ?? {}
    const next = this.#text[this.#at]
    if (next === '(' || next === '+' || next === '{') throw this.#unwritable(next)
    const value = this.#createValue(name, group, Boolean(star))
    this.#names.push(name)
    this.#addSlot(name, (given) => {
      value.name = given
    })
    this.#addStars(group === undefined ? '' : this.#rules.expand(group))
    if (star) {
      this.#addSlot(undefined, (given) => {
        value.rest = given
      })
      if (restCaptures > 1) {
        this.#addSlot(undefined, (given) => {
          value.tail = given
        })
      }
    }
    if (optional) {
      const text: UrlText[] = slash + dot === '' ? [] : [{ type: 'text', text: slash + dot }]
      parts.push({ type: 'group', parts: [...text, value] })
    } else {
      addText(parts, slash + dot)
      parts.push(value)
    }
    return true
  }

  #createValue(name: string, group: string | undefined, isRepeated: boolean): UrlValue {
    if (isRepeated) return { type: 'value', name, form: 'repeated' }
    if (group === undefined) return { type: 'value', name, form: 'segment' }
    return { type: 'value', name, form: 'text', pattern: group, fits: this.#fitsPattern(group) }
  }

  #fitsPattern(group: string): (text: string) => boolean {
    const find = createSafeMatcher(new RegExp(`^${this.#rules.expand(group)}$`, this.#rules.flags))
    return (text) => find(text) !== null
  }

  /** Each star of a pattern becomes a capture. */
  #addStars(expanded: string): void {
    const stars = expanded.split('(.*)').length - 1
    for (let count = 0; count < stars; count++) this.#addSlot(undefined, undefined)
  }

  #readStar(parts: UrlPart[]): void {
    this.#at++
    const value: UrlValue = { type: 'value', name: '', form: 'text' }
    this.#addSlot(undefined, (given) => {
      value.name = given
    })
    if (this.#text[this.#at] === '?') {
      this.#at++
      parts.push({ type: 'group', parts: [value] })
    } else parts.push(value)
  }

  /** A group is left out if it is optional and has no parameters. */
  #readGroup(parts: UrlPart[]): void {
    const start = this.#at + 1
    const end = this.#closing()
    const takesSlash = this.#text[this.#at - 1] === '/'
    const isPlain = this.#text.startsWith('?:', start)
    const isCapture = !takesSlash && !isPlain
    const content = this.#text.slice(isPlain ? start + 2 : start, end)
    const slash = takesSlash && this.#rules.groupTakesSlash ? takeSlash(parts) : ''
    let capture: UrlValue | undefined
    if (isCapture) {
      const fits = this.#fitsPattern(`(${content})`)
      const value: UrlValue = {
        type: 'value',
        name: '',
        form: 'text',
        pattern: `(${content})`,
        fits,
      }
      this.#addSlot(undefined, (given) => {
        value.name = given
      })
      capture = value
    }
    this.#at = isPlain ? start + 2 : start
    const isPath = /^[\w/.:~@,;=&%*?-]*$/.test(content.replace(/:\w+(?:\([^()]*\))?[?*]*/g, ':'))
    const hasParameters = /[:*]/.test(content)
    let inner: UrlPart[] = []
    if (isPath && (hasParameters || capture === undefined)) inner = this.#readParts(end)
    else if (capture !== undefined) {
      inner = [capture]
      this.#addStars(content.replaceAll('*', '(.*)'))
    }
    this.#at = end + 1
    const next = this.#text[this.#at]
    if (next === '?') {
      this.#at++
      const text: UrlText[] = slash === '' ? [] : [{ type: 'text', text: slash }]
      if (inner.some(({ type }) => type !== 'text')) {
        parts.push({ type: 'group', parts: [...text, ...inner] })
      }
      return
    }
    if (next === '+' || next === '{') throw this.#unwritable(next)
    if (!isPath && capture === undefined) throw this.#unwritable(`(${content})`)
    addText(parts, slash)
    for (const part of inner) {
      if (part.type === 'text') addText(parts, part.text)
      else parts.push(part)
    }
  }

  /** The index of the parenthesis that closes the group at the current place. */
  #closing(): number {
    let depth = 0
    for (let at = this.#at; at < this.#text.length; at++) {
      const char = this.#text[at]
      if (char === '\\') at++
      else if (char === '(') depth++
      else if (char === ')' && --depth === 0) return at
    }
    throw this.#unwritable('(')
  }

  /** `b?` is an optional character. */
  #dropLast(parts: UrlPart[]): void {
    const last = parts.at(-1)
    if (last?.type !== 'text') throw this.#unwritable('?')
    parts.pop()
    addText(parts, last.text.slice(0, -1))
    this.#at++
  }

  #match(sticky: RegExp): RegExpExecArray | undefined {
    sticky.lastIndex = this.#at
    const found = sticky.exec(this.#text)
    if (found === null || found[0] === '') return undefined
    this.#at += found[0].length
    return found
  }

  #addSlot(name: string | undefined, slot: Slot | undefined): void {
    this.#slots.push(slot)
    this.#own.push(name)
  }

  #nameCaptures(): void {
    let unnamed = 0
    this.#slots.forEach((slot, index) => {
      const name = this.#rules.namesByPosition ? this.#names[index] : this.#own[index]
      slot?.(name ?? String(unnamed))
      if (name === undefined) unnamed++
    })
  }

  #unwritable(sign: string): TypeError {
    return new TypeError(`'${sign}' in it is a part of a regular expression`)
  }
}

function endsInText(parts: readonly UrlPart[]): boolean {
  return parts.at(-1)?.type === 'text'
}

function addText(parts: UrlPart[], text: string): void {
  if (text === '') return
  const last = parts.at(-1)
  if (last?.type === 'text') parts[parts.length - 1] = { type: 'text', text: last.text + text }
  else parts.push({ type: 'text', text })
}

/** Removes the slash at the end of the last part, and returns it. */
function takeSlash(parts: UrlPart[]): string {
  const last = parts.at(-1)
  if (last?.type !== 'text' || !last.text.endsWith('/')) return ''
  parts.pop()
  addText(parts, last.text.slice(0, -1))
  return '/'
}
