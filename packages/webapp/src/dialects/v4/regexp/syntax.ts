import { CharacterSet } from './character-set.ts'

/** A part of a regular expression. */
export type Node =
  | { readonly type: 'set'; readonly set: CharacterSet }
  | { readonly type: 'assertion'; readonly holds: Assertion }
  | { readonly type: 'sequence'; readonly parts: readonly Node[] }
  | { readonly type: 'choice'; readonly parts: readonly Node[] }
  | { readonly type: 'group'; readonly body: Node; readonly slot: number }
  | Lookahead
  | Repetition

export type Assertion = (text: string, position: number) => boolean

export interface Lookahead {
  readonly type: 'lookahead'
  readonly body: Node
  readonly isNegative: boolean
  readonly slots: SlotRange
}

export interface Repetition {
  readonly type: 'repetition'
  readonly body: Node
  readonly min: number
  readonly max: number
  readonly isLazy: boolean
  readonly slots: SlotRange
}

/** The slots `from` to `to - 1`, which the groups and lookaheads inside a part use. */
export interface SlotRange {
  readonly from: number
  readonly to: number
}

export interface Syntax {
  readonly root: Node
  /** The slot for the start of each group, in order. The next slot holds the end of the group. */
  readonly groups: readonly number[]
}

/** Thrown for an expression that only V8 can run. */
export class UnsupportedSyntax extends Error {}

/** Parses a valid expression. Throws `UnsupportedSyntax` for flags other than `i`. */
export function parseRegExp(regexp: RegExp): Syntax {
  if (regexp.flags !== '' && regexp.flags !== 'i') throw new UnsupportedSyntax()
  const parser = new Parser(regexp.source, regexp.flags)
  return { root: parser.parseChoice(), groups: parser.groups }
}

export const isAtStart: Assertion = (_text, position) => position === 0

const assertions: Readonly<Record<string, Assertion>> = {
  '^': isAtStart,
  $: (text, position) => position === text.length,
  '\\b': isAtWordBoundary,
  '\\B': (text, position) => !isAtWordBoundary(text, position),
}

const ASSERTION = /[$^]|\\[Bb]/y
const QUANTIFIER = /(?:([*+?])|\{(\d+)(,?)(\d*)\})(\??)/y
const GROUP = /\((?:(?!\?)|\?[:=!]|\?<(?![=!])[^>]*>)/y
// An atom that matches one character. Excludes possible back references and ambiguous escapes.
const CHARACTER =
  /(?:\[(?:\\.|[^\]\\])*\]|\\(?:x[\da-f]{2}|u[\da-f]{4}|c[a-z]|[^\dbckux])|[^\\^$*+?()[|])/iy
// Path patterns of 4.x often contain forms like `(?!\/|-).`, which also match one character.
const GUARDED_CHARACTER = new RegExp(
  `\\(\\?!${CHARACTER.source}(?:\\|${CHARACTER.source})*\\)(?!\\{)${CHARACTER.source}(?![*+?{])`,
  'iy',
)

class Parser {
  readonly groups: number[] = []
  readonly #source: string
  readonly #flags: string
  readonly #sets = new Map<string, CharacterSet>()
  #index = 0
  #slots = 0

  constructor(source: string, flags: string) {
    this.#source = source
    this.#flags = flags
  }

  parseChoice(): Node {
    const parts = [this.#parseSequence()]
    while (this.#take(/\|/y)) parts.push(this.#parseSequence())
    return parts.length === 1 ? (parts[0] as Node) : { type: 'choice', parts }
  }

  #parseSequence(): Node {
    const parts: Node[] = []
    while (this.#index < this.#source.length && !'|)'.includes(this.#source.charAt(this.#index))) {
      parts.push(this.#parseTerm())
    }
    return parts.length === 1 ? (parts[0] as Node) : { type: 'sequence', parts }
  }

  #parseTerm(): Node {
    const from = this.#slots
    const body = this.#parseAtom()
    const quantifier = this.#take(QUANTIFIER)
    if (quantifier === null) return body
    const slots = { from, to: this.#slots }
    return {
      type: 'repetition',
      body,
      slots,
      isLazy: quantifier[5] === '?',
      ...countsOf(quantifier),
    }
  }

  #parseAtom(): Node {
    const assertion = this.#take(ASSERTION)
    if (assertion) return { type: 'assertion', holds: assertions[assertion[0]] as Assertion }
    const character = this.#take(CHARACTER) ?? this.#take(GUARDED_CHARACTER)
    if (character) return { type: 'set', set: this.#setOf(character[0]) }
    const group = this.#take(GROUP)
    if (group) return this.#parseGroup(group[0])
    throw new UnsupportedSyntax()
  }

  #parseGroup(opening: string): Node {
    if (opening === '(?:') return this.#parseBody()
    const from = this.#slots
    if (opening === '(?=' || opening === '(?!') {
      this.#slots += 1
      const body = this.#parseBody()
      const slots = { from, to: this.#slots }
      return { type: 'lookahead', body, isNegative: opening === '(?!', slots }
    }
    this.#slots += 2
    this.groups.push(from)
    return { type: 'group', body: this.#parseBody(), slot: from }
  }

  #parseBody(): Node {
    const body = this.parseChoice()
    this.#take(/\)/y)
    return body
  }

  #setOf(atom: string): CharacterSet {
    const known = this.#sets.get(atom)
    if (known) return known
    const set = new CharacterSet(atom, this.#flags)
    this.#sets.set(atom, set)
    return set
  }

  #take(token: RegExp): RegExpExecArray | null {
    token.lastIndex = this.#index
    const found = token.exec(this.#source)
    if (found) this.#index = token.lastIndex
    return found
  }
}

function countsOf(quantifier: RegExpExecArray): { min: number; max: number } {
  const [, sign, least, comma, most] = quantifier
  if (sign === undefined) {
    const min = Number(least)
    if (comma === '') return { min, max: min }
    return { min, max: most === '' ? Number.POSITIVE_INFINITY : Number(most) }
  }
  return { min: sign === '+' ? 1 : 0, max: sign === '?' ? 1 : Number.POSITIVE_INFINITY }
}

function isAtWordBoundary(text: string, position: number): boolean {
  return /\w/.test(text.charAt(position - 1)) !== /\w/.test(text.charAt(position))
}
