import type { AfterFirst, Flatten, IsPlain } from '../shared/path-literals.ts'
import type { ParamsDictionary, ParamsFlatDictionary } from '../shared/route-parameters.ts'

/**
 * Route parameters of a 5.x path literal: `:name` is a string, `*name` an array of segments, and
 * both are optional inside `{}`. Any name is allowed beside them if a segment is not a literal. A
 * regular expression, or a path that is not a literal, gives `ParamsDictionary`.
 */
export type RouteParameters<Path extends string | RegExp> = Path extends string
  ? PathParameters<Path>
  : ParamsFlatDictionary

type PathParameters<Path extends string> = string extends Path
  ? ParamsDictionary
  : Path extends `${string}${':' | '*'}${string}`
    ? ToParams<Scan<Path>>
    : // biome-ignore lint/complexity/noBannedTypes: no parameters, so none can be read.
      {}

/** One parameter found in a path: its name, the type of its value, whether it is optional. */
type Found = [name: string, value: string | string[], optional: boolean]

/** The parameters of a segment that is unknown at compile time, such as `${base}` in `${base}/:id`. */
type AnyName = [name: string, value: string, optional: false]

/** Marks a path whose unknown part is not a whole segment next to others that can be read. */
type Unreadable = 'unreadable'

/** Skips segments without parameters, which costs the compiler much less than reading them. */
type Scan<
  Rest extends string,
  Depth extends string = '',
  Names extends Found = never,
> = Rest extends `${infer Segment}/${infer Tail}`
  ? IsPlain<Segment, Sign> extends true
    ? Scan<Tail, Depth, Names>
    : string extends Segment
      ? Scan<Tail, Depth, Names | AnyName>
      : ScanText<Rest, Depth, Names>
  : ScanText<Rest, Depth, Names>

type Sign = ':' | '*' | '{' | '}' | '\\'

/** Reads the path character by character; `Depth` holds one `{` for each open group. */
type ScanText<
  Rest extends string,
  Depth extends string,
  Names extends Found,
> = Rest extends `${infer Char}${infer Tail}`
  ? string extends Char
    ? Unreadable
    : Char extends '\\'
      ? ScanText<AfterFirst<Tail>, Depth, Names>
      : Char extends '{'
        ? ScanText<Tail, `${Depth}{`, Names>
        : Char extends '}'
          ? ScanText<Tail, AfterFirst<Depth>, Names>
          : Char extends ':' | '*'
            ? Tail extends `"${infer Quoted}`
              ? ScanOn<ReadQuoted<Quoted>, Char, Depth, Names>
              : ScanOn<ReadName<Tail>, Char, Depth, Names>
            : Char extends '/'
              ? Scan<Tail, Depth, Names>
              : ScanText<Tail, Depth, Names>
  : string extends Rest
    ? Unreadable
    : Names

/** Records the name just read and continues with the rest. */
type ScanOn<
  Read extends [name: string, rest: string],
  Kind extends string,
  Depth extends string,
  Names extends Found,
> = Read[0] extends ''
  ? ScanText<Read[1], Depth, Names>
  : ScanText<
      Read[1],
      Depth,
      Names | [Read[0], Kind extends ':' ? string : string[], Depth extends '' ? false : true]
    >

/** An unquoted name ends at the first character that is not allowed in an identifier. */
export type ReadName<
  Rest extends string,
  Name extends string = '',
> = Rest extends `${infer Char}${infer Tail}`
  ? Char extends NameEnd
    ? [Name, Rest]
    : ReadName<Tail, `${Name}${Char}`>
  : [Name, Rest]

/** A quoted name ends at the next unescaped quote. */
type ReadQuoted<
  Rest extends string,
  Name extends string = '',
> = Rest extends `${infer Char}${infer Tail}`
  ? Char extends '"'
    ? [Name, Tail]
    : Char extends '\\'
      ? Tail extends `${infer Escaped}${infer After}`
        ? ReadQuoted<After, `${Name}${Escaped}`>
        : [Name, '']
      : ReadQuoted<Tail, `${Name}${Char}`>
  : [Name, '']

// Identifiers can contain any Unicode letter, so this lists the characters that end a name.
export type NameEnd =
  | ('/' | '\\' | '-' | '.' | ':' | '*' | '{' | '}' | '(' | ')' | '[' | ']' | '<' | '>')
  | ('+' | '?' | '!' | '"' | "'" | ',' | ';' | '=' | '@' | '&' | '~' | '%' | '#' | '|' | '^')
  | ('`' | ' ')

type ToParams<Names> = Unreadable extends Names
  ? ParamsDictionary
  : Flatten<
      { [N in Extract<Names, [string, unknown, false]> as N[0]]: N[1] } & {
        [N in Extract<Names, [string, unknown, true]> as N[0]]?: N[1]
      }
    >
