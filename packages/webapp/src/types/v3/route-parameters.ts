import type { AfterFirst, Flatten } from '../shared/path-literals.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'
import type { ReadName } from '../v4/route-parameters.ts'

/**
 * Route parameters of a 3.x path literal. Captures and names are counted separately: the first
 * capture gets the first name, whatever its kind, and the remaining captures get numbers. So in
 * `/a*-:b`, `b` is the text that `*` matches, and `0` is the text after the dash.
 *
 * A capture is optional if a `?` follows it or a `|` can bypass it. A path that is not a literal,
 * or cannot be read at compile time, gives `ParamsDictionary`.
 */
export type RouteParameters<Path extends string> = string extends Path
  ? ParamsDictionary
  : Path extends `${string}${':' | '*' | '('}${string}`
    ? Scan<Path, Start>
    : // biome-ignore lint/complexity/noBannedTypes: no parameters, so none can be read.
      {}

/** The state of the scan after the characters read so far. */
interface State {
  /** The names, in order. */
  names: string[]
  /** Captures of the innermost open group, in order: whether each is optional. */
  captures: boolean[]
  /** Whether the innermost open group has alternatives. */
  either: boolean
  /** The state to restore when the innermost group closes. */
  outer: Outer | undefined
}

interface Outer {
  captures: boolean[]
  either: boolean
  outer: Outer | undefined
  /** The capture of the group itself, if it captures. */
  own: boolean[]
}

interface Start {
  names: []
  captures: []
  either: false
  outer: undefined
}

/** Reads the path character by character. */
type Scan<Rest extends string, S extends State> = Rest extends `${infer Char}${infer Tail}`
  ? string extends Char
    ? ParamsDictionary
    : Char extends '/' | ':' | '*' | '(' | ')' | '|' | '\\'
      ? ScanSign<Char, Tail, S>
      : Scan<Tail, S>
  : string extends Rest
    ? ParamsDictionary
    : S['outer'] extends undefined
      ? ToParams<S['names'], OptionalIf<S['either'], S['captures']>>
      : ParamsDictionary

type ScanSign<Sign extends string, Tail extends string, S extends State> = Sign extends ':'
  ? ScanName<ReadName<Tail>, S>
  : Sign extends '*'
    ? Tail extends `?${infer After}`
      ? Scan<After, Capture<S, [true]>>
      : Scan<Tail, Capture<S, [false]>>
    : Sign extends '/'
      ? // A group directly after a slash does not capture.
        Tail extends `(${infer After}`
        ? After extends `?${string}`
          ? Scan<Tail, S>
          : Scan<After, Open<S, []>>
        : Scan<Tail, S>
      : Sign extends '('
        ? Tail extends `?${infer After}`
          ? ScanSpecial<After, S>
          : Scan<Tail, Open<S, [false]>>
        : Sign extends ')'
          ? Tail extends `?${infer After}`
            ? Scan<After, Close<S, true>>
            : Scan<Tail, Close<S, false>>
          : Sign extends '|'
            ? Scan<Tail, Either<S>>
            : ScanEscape<Tail, S>

/** Groups that start with `?`: lookaheads can be read, groups with a name or a colon cannot. */
type ScanSpecial<Rest extends string, S extends State> = Rest extends `${'=' | '!'}${infer After}`
  ? Scan<After, Open<S, []>>
  : ParamsDictionary

/** 3.x translates these characters even after a backslash, which is too irregular to read here. */
type ScanEscape<Rest extends string, S extends State> = Rest extends `${
  | ':'
  | '*'
  | '/'
  | '.'}${string}`
  ? ParamsDictionary
  : Scan<AfterFirst<Rest>, S>

/** A name can have its own pattern, in which each `*` adds a capture. */
type ScanName<Read extends [name: string, rest: string], S extends State> = Read[0] extends ''
  ? Scan<Read[1], S>
  : Read[1] extends `(${infer Body}`
    ? Body extends `${infer Pattern})${infer After}`
      ? IsReadable<Pattern> extends false
        ? ParamsDictionary
        : ScanEnd<Read[0], After, S, [false, ...Stars<Pattern>]>
      : ParamsDictionary
    : ScanEnd<Read[0], Read[1], S, [false]>

/** False for a pattern with a nested pattern, or with a part that is unknown at compile time. */
type IsReadable<Pattern extends string> = Pattern extends
  | `${string}(${string}`
  | `${string}\\`
  | `${string}\\*${string}`
  ? false
  : // biome-ignore lint/complexity/noBannedTypes: assignable only if the name is not a literal.
    {} extends { [Name in Pattern]: unknown }
    ? false
    : true

/** One capture for each `*`, optional if the pattern has alternatives. */
type Stars<
  Pattern extends string,
  Found extends boolean[] = [],
> = Pattern extends `${infer Before}*${infer After}`
  ? Stars<`${Before}${After}`, [...Found, Pattern extends `${string}|${string}` ? true : false]>
  : Found

/** After a name and its pattern, `?` makes it optional, and `*` adds two optional captures. */
type ScanEnd<
  Name extends string,
  Rest extends string,
  S extends State,
  Own extends boolean[],
> = Rest extends `?*${infer After}`
  ? Scan<After, Named<S, Name, [...AllOptional<Own>, true, true]>>
  : Rest extends `?${infer After}`
    ? Scan<After, Named<S, Name, AllOptional<Own>>>
    : Rest extends `*${infer After}`
      ? Scan<After, Named<S, Name, [...Own, true, true]>>
      : Scan<Rest, Named<S, Name, Own>>

type Named<S extends State, Name extends string, Captures extends boolean[]> = {
  names: [...S['names'], Name]
  captures: [...S['captures'], ...Captures]
  either: S['either']
  outer: S['outer']
}

type Capture<S extends State, Captures extends boolean[]> = {
  names: S['names']
  captures: [...S['captures'], ...Captures]
  either: S['either']
  outer: S['outer']
}

type Open<S extends State, Own extends boolean[]> = {
  names: S['names']
  captures: []
  either: false
  outer: { captures: S['captures']; either: S['either']; outer: S['outer']; own: Own }
}

type Close<S extends State, Optional extends boolean> = S['outer'] extends Outer
  ? {
      names: S['names']
      captures: [
        ...S['outer']['captures'],
        ...OptionalIf<Optional, [...S['outer']['own'], ...OptionalIf<S['either'], S['captures']>]>,
      ]
      either: S['outer']['either']
      outer: S['outer']['outer']
    }
  : S

type Either<S extends State> = {
  names: S['names']
  captures: S['captures']
  either: true
  outer: S['outer']
}

type OptionalIf<Condition extends boolean, Captures extends boolean[]> = Condition extends true
  ? AllOptional<Captures>
  : Captures

// Older compilers only recognize the result as an array with `Extract`.
type AllOptional<Captures extends boolean[]> = Extract<
  { [Index in keyof Captures]: true },
  boolean[]
>

/** Assigns the next name to each capture, and numbers to the remaining ones. */
type ToParams<
  Names extends string[],
  Captures extends boolean[],
  Required extends string = never,
  Optional extends string = never,
  Count extends unknown[] = [],
> = Captures extends [infer IsOptional, ...infer MoreCaptures extends boolean[]]
  ? Names extends [infer Name extends string, ...infer MoreNames extends string[]]
    ? IsOptional extends true
      ? ToParams<MoreNames, MoreCaptures, Required, Optional | Name, Count>
      : ToParams<MoreNames, MoreCaptures, Required | Name, Optional, Count>
    : IsOptional extends true
      ? ToParams<[], MoreCaptures, Required, Optional | `${Count['length']}`, [...Count, unknown]>
      : ToParams<[], MoreCaptures, Required | `${Count['length']}`, Optional, [...Count, unknown]>
  : Flatten<
      { [Name in Required]: string } & {
        [Name in Optional]?: string
      }
    >
