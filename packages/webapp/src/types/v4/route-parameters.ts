import type { AfterFirst, Flatten, IsPlain } from '../shared/path-literals.ts'
import type { ParamsDictionary } from '../shared/route-parameters.ts'

/**
 * Route parameters of a 4.x path literal: `:name` is a string, and so are the unnamed captures of
 * `*` and `(…)`, by number. A capture is optional if a `?` follows it or a `|` can bypass it. A
 * path that is not a literal, or has nested patterns, gives `ParamsDictionary`.
 */
export type RouteParameters<Path extends string | RegExp> = Path extends string
  ? PathParameters<Path>
  : ParamsDictionary

type PathParameters<Path extends string> = string extends Path
  ? ParamsDictionary
  : Path extends `${string}${':' | '*' | '('}${string}`
    ? ToParams<ScanStart<Path>>
    : // biome-ignore lint/complexity/noBannedTypes: no parameters, so none can be read.
      {}

/** One capture found in a path: its name, and whether it is optional. */
type Found = [name: string, optional: boolean]

/** Marks a path that cannot be read at compile time. */
type Unreadable = 'unreadable'

/** The state of the scan after the characters read so far. */
interface State {
  /** Captures of the innermost open group. */
  names: Found
  /** Has one element for each unnamed capture. */
  count: unknown[]
  /** Whether the innermost open group has alternatives. */
  either: boolean
  /** Whether a group has captured since the last name or `*`. */
  grouped: boolean
  /** The state to restore when the innermost group closes. */
  outer: Outer | undefined
}

interface Outer {
  names: Found
  either: boolean
  outer: Outer | undefined
  /** The capture of the group itself, if it captures. */
  own: Found
}

interface Start {
  names: never
  count: []
  either: false
  grouped: false
  outer: undefined
}

/** The captures of a segment that is unknown at compile time, such as `${base}` in `${base}/:id`. */
type AnyName = [name: string, optional: false]

/** Skips the beginning of the path if it is unknown. */
type ScanStart<Path extends string> = Path extends `${infer Segment}/${infer Tail}`
  ? string extends Segment
    ? ScanSegment<`/${Tail}`, Note<Start, AnyName>>
    : Scan<Path, Start>
  : Scan<Path, Start>

/** Reads the path character by character. */
type Scan<Rest extends string, S extends State> = Rest extends `${infer Char}${infer Tail}`
  ? string extends Char
    ? Unreadable
    : Char extends '/' | Sign
      ? ScanSign<Char, Tail, S>
      : Scan<Tail, S>
  : string extends Rest
    ? Unreadable
    : S['outer'] extends undefined
      ? OptionalIf<S['either'], S['names']>
      : Unreadable

type Sign = '.' | ':' | '*' | '(' | ')' | '|' | '\\'

type ScanSign<Char extends string, Tail extends string, S extends State> = Char extends ':'
  ? // A name in the middle of a segment repeats the captures of earlier groups in that segment.
    S['grouped'] extends true
    ? Unreadable
    : ScanName<ReadName<Tail>, S>
  : Char extends '*'
    ? Tail extends `?${infer After}`
      ? Scan<After, Number<S, true>>
      : Scan<Tail, Number<S, false>>
    : Char extends '/' | '.'
      ? ScanSegment<`${Char}${Tail}`, S>
      : Char extends '('
        ? Tail extends `?${infer After}`
          ? After extends `<${string}`
            ? Unreadable
            : Scan<After, Open<S, never>>
          : Scan<Tail, Open<Count<S>, NextNumber<S>>>
        : Char extends ')'
          ? Tail extends `?${infer After}`
            ? Scan<After, Close<S, true>>
            : Scan<Tail, Close<S, false>>
          : Char extends '|'
            ? Scan<Tail, Either<S>>
            : Scan<AfterFirst<Tail>, S>

/**
 * Continues at a slash or a dot; a group directly after a slash, and only there, does not capture.
 */
type ScanSegment<Rest extends string, S extends State> = Rest extends `${'/' | '.'}:${infer Named}`
  ? ScanName<ReadName<Named>, Note<S, never>>
  : Rest extends `/(${infer After}`
    ? Scan<After, Open<S, never>>
    : Rest extends `/${infer Segment}/${infer Tail}`
      ? IsPlain<Segment, Sign> extends true
        ? ScanSegment<`/${Tail}`, S>
        : string extends Segment
          ? ScanSegment<`/${Tail}`, Note<S, AnyName>>
          : Scan<AfterFirst<Rest>, S>
      : Scan<AfterFirst<Rest>, S>

/** A name can have its own pattern, in which a `*` captures unless an escape precedes it. */
type ScanName<Read extends [name: string, rest: string], S extends State> = Read[0] extends ''
  ? Scan<Read[1], S>
  : Read[1] extends `(${infer Body}`
    ? Body extends `${infer Pattern})${infer After}`
      ? IsReadable<Pattern> extends false
        ? Unreadable
        : Pattern extends `${infer Before}*${string}`
          ? Before extends `${string}\\${string}`
            ? ScanEnd<Read[0], After, S, []>
            : ScanEnd<Read[0], After, S, ['pattern']>
          : ScanEnd<Read[0], After, S, []>
      : Unreadable
    : ScanEnd<Read[0], Read[1], S, []>

/** False for a pattern with a nested pattern, or with a part that is unknown at compile time. */
type IsReadable<Pattern extends string> = Pattern extends `${string}(${string}` | `${string}\\`
  ? false
  : // biome-ignore lint/complexity/noBannedTypes: assignable only if the name is not a literal.
    {} extends { [Name in Pattern]: unknown }
    ? false
    : true

/** After a name and its pattern, `*` captures the following segments, and `?` makes it optional. */
type ScanEnd<
  Name extends string,
  Rest extends string,
  S extends State,
  Inner extends 'pattern'[],
> = Rest extends `*?${infer After}`
  ? Scan<After, Numbers<Note<S, [Name, true]>, true, [...Inner, 'rest']>>
  : Rest extends `*${infer After}`
    ? Scan<After, Numbers<Note<S, [Name, false]>, false, [...Inner, 'rest']>>
    : Rest extends `?${infer After}`
      ? Scan<After, Numbers<Note<S, [Name, true]>, true, Inner>>
      : Scan<Rest, Numbers<Note<S, [Name, false]>, false, Inner>>

type NextNumber<S extends State> = [`${S['count']['length'] & number}`, false]

type Count<S extends State> = {
  names: S['names']
  count: [...S['count'], unknown]
  either: S['either']
  grouped: S['grouped']
  outer: S['outer']
}

type Note<S extends State, Name extends Found> = {
  names: S['names'] | Name
  count: S['count']
  either: S['either']
  grouped: false
  outer: S['outer']
}

/** Records an unnamed capture. */
type Number<S extends State, Optional extends boolean> = Note<
  Count<S>,
  OptionalIf<Optional, NextNumber<S>>
>

/** Records zero, one or two unnamed captures. */
type Numbers<S extends State, Optional extends boolean, Each extends string[]> = Each extends [
  string,
  ...infer More extends string[],
]
  ? Numbers<Number<S, Optional>, Optional, More>
  : S

type Open<S extends State, Own extends Found> = {
  names: never
  count: S['count']
  either: false
  grouped: [Own] extends [never] ? S['grouped'] : true
  outer: { names: S['names']; either: S['either']; outer: S['outer']; own: Own }
}

type Close<S extends State, Optional extends boolean> = S['outer'] extends Outer
  ? {
      names:
        | S['outer']['names']
        | OptionalIf<Optional, S['outer']['own'] | OptionalIf<S['either'], S['names']>>
      count: S['count']
      either: S['outer']['either']
      grouped: S['grouped']
      outer: S['outer']['outer']
    }
  : S

type Either<S extends State> = {
  names: S['names']
  count: S['count']
  either: true
  grouped: S['grouped']
  outer: S['outer']
}

type OptionalIf<Condition extends boolean, Names extends Found> = Condition extends true
  ? Names extends Found
    ? [Names[0], true]
    : never
  : Names

/** A name ends at the first character that is not a letter, a digit or `_`. */
export type ReadName<
  Rest extends string,
  Name extends string = '',
> = Rest extends `${infer Char}${infer Tail}`
  ? Lowercase<Char> extends NameCharacter
    ? ReadName<Tail, `${Name}${Char}`>
    : [Name, Rest]
  : [Name, Rest]

type NameCharacter =
  | ('a' | 'b' | 'c' | 'd' | 'e' | 'f' | 'g' | 'h' | 'i' | 'j' | 'k' | 'l' | 'm' | 'n' | 'o' | 'p')
  | ('q' | 'r' | 's' | 't' | 'u' | 'v' | 'w' | 'x' | 'y' | 'z' | '_')
  | ('0' | '1' | '2' | '3' | '4' | '5' | '6' | '7' | '8' | '9')

type ToParams<Names> = Unreadable extends Names
  ? ParamsDictionary
  : Flatten<
      { [N in Extract<Names, [string, false]> as N[0]]: string } & {
        [N in Extract<Names, [string, true]> as N[0]]?: string
      }
    >
