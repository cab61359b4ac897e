import type { NameEnd, ReadName } from './route-parameters.ts'

/**
 * A path of 5.x. For a literal in the syntax of 4.x it is a message with the 5.x spelling, which the
 * compiler shows because the literal does not fit. The error at run time has the same spelling
 * (dialects/v5/pattern-hint.ts).
 */
// In a generic function the path is a type parameter, which is not assignable to a conditional type
// that depends on it. It is assignable to an indexed access if it fits the base constraint: that of
// `Verdict` for any string is `ok`. The last member is `never`; the compiler infers `Path` from it.
export type V5Path<Path> =
  | { ok: Path; old: Explained<Path> }[Verdict<Path>]
  | (Path extends unknown ? never : Path)

/** Whether 5.x accepts a path. */
type Verdict<Path> = Path extends `${string}${Refused | '*'}${string}`
  ? Explained<Path> extends Path
    ? 'ok'
    : 'old'
  : 'ok'

/** The path itself, or the message. */
type Explained<Path> = Path extends `${string}${Refused}${string}`
  ? Explain<Path, Respell<Path>>
  : Path extends `${string}*${infer Tail}`
    ? // A single wildcard with a name is common, and costs the compiler much less than a scan.
      Tail extends '' | `${NameEnd}${string}` | `${string}*${string}`
      ? Path extends '*'
        ? Message<'/{*splat}'>
        : Explain<Path, Respell<Path>>
      : Path
    : Path

/** Signs with a meaning in 4.x; 5.x refuses them unless they are escaped. */
type Refused = '?' | '+' | '(' | ')' | '[' | ']' | '!'

type Explain<Path extends string, Spelling extends string | Unspelled> = Spelling extends string
  ? Spelling extends Path
    ? Path
    : Path extends `${string}:${string}(${string}`
      ? `${Message<Spelling>} and test the parameter in the handler or in app.param`
      : Message<Spelling>
  : 'this is a 4.x pattern; in 5.x write a regular expression'

type Message<Spelling extends string> = `this is a 4.x pattern; in 5.x write '${Spelling}'`

/** Marks a pattern for which 5.x needs a regular expression. */
type Unspelled = false

/** Reads the path character by character; `Splats` has one element for each star without a name. */
type Respell<
  Rest extends string,
  Done extends string = '',
  Splats extends unknown[] = [],
> = Rest extends `${infer Char}${infer Tail}`
  ? string extends Char
    ? `${Done}${Rest}`
    : Char extends ':' | '*'
      ? Tail extends `"${infer Quoted}"${infer After}`
        ? Respell<After, `${Done}${Char}"${Quoted}"`, Splats>
        : Char extends ':'
          ? RespellName<ReadName<Tail>, Done, Splats>
          : RespellStar<Tail, Done, Splats>
      : Char extends '\\'
        ? Tail extends `${infer Escaped}${infer After}`
          ? Respell<After, `${Done}\\${Escaped}`, Splats>
          : `${Done}${Rest}`
        : Char extends '('
          ? Tail extends `${infer Group})?${infer After}`
            ? Group extends `${string}${Refused | ':' | '|'}${string}`
              ? Unspelled
              : Respell<After, `${Done}{${Group}}`, Splats>
            : Unspelled
          : Char extends Refused
            ? Unspelled
            : Tail extends `?${infer After}`
              ? Respell<After, `${Done}{${Char}}`, Splats>
              : Respell<Tail, `${Done}${Char}`, Splats>
  : `${Done}${Rest}`

/** Continues after a star. */
type RespellStar<
  Tail extends string,
  Done extends string,
  Splats extends unknown[],
> = ReadName<Tail>[0] extends ''
  ? Respell<Tail, `${Done}{*splat${SplatNumber<[...Splats, unknown]>}}`, [...Splats, unknown]>
  : Respell<Tail, `${Done}*`, Splats>

/** The first star is `splat`, the second one `splat2`. */
type SplatNumber<Splats extends unknown[]> = Splats['length'] extends 1
  ? ''
  : Splats['length'] & number

/** Continues after the name of a parameter, whose own pattern 5.x does not have. */
type RespellName<
  Read extends [name: string, rest: string],
  Done extends string,
  Splats extends unknown[],
> = Read[1] extends `(${infer Pattern})${infer After}`
  ? Pattern extends `${string}(${string}`
    ? After extends `${string})${infer Outer}`
      ? RespellEnd<Read[0], Outer, Done, Splats>
      : Unspelled
    : RespellEnd<Read[0], After, Done, Splats>
  : RespellEnd<Read[0], Read[1], Done, Splats>

/** Continues after a parameter: `?` makes it optional, with its separator; `+` and `*` repeat it. */
type RespellEnd<
  Name extends string,
  Rest extends string,
  Done extends string,
  Splats extends unknown[],
> = Rest extends `?${infer After}`
  ? Done extends `${infer Before}/`
    ? Respell<After, `${Before}{/:${Name}}`, Splats>
    : Done extends `${infer Before}.`
      ? Respell<After, `${Before}{.:${Name}}`, Splats>
      : Respell<After, `${Done}{:${Name}}`, Splats>
  : Rest extends `+${infer After}`
    ? Respell<After, `${Done}*${Name}`, Splats>
    : Rest extends `*${infer After}`
      ? After extends '' | `${NameEnd}${string}`
        ? Respell<After, `${Done}*${Name}`, Splats>
        : Respell<Rest, `${Done}:${Name}`, Splats>
      : Respell<Rest, `${Done}:${Name}`, Splats>
