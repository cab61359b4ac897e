/** True for a text that is known in full and holds none of the signs. */
export type IsPlain<
  Text extends string,
  Signs extends string,
> = Text extends `${string}${Signs}${string}`
  ? false
  : // biome-ignore lint/complexity/noBannedTypes: fits where a name is no literal, and only there.
    {} extends { [Name in Text]: unknown }
    ? false
    : true

/** A text without its first character. */
export type AfterFirst<Text extends string> = Text extends `${infer _}${infer Tail}` ? Tail : ''

/** Shows an intersection as one object, so that editors print the members. */
export type Flatten<T> = { [K in keyof T]: T[K] } & {}
