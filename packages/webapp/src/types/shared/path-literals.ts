/** True for a string literal that contains none of the signs. */
export type IsPlain<
  Text extends string,
  Signs extends string,
> = Text extends `${string}${Signs}${string}`
  ? false
  : // biome-ignore lint/complexity/noBannedTypes: assignable only if the name is not a literal.
    {} extends { [Name in Text]: unknown }
    ? false
    : true

/** A string without its first character. */
export type AfterFirst<Text extends string> = Text extends `${infer _}${infer Tail}` ? Tail : ''

/** Flattens an intersection into one object type, so that editors show the members. */
export type Flatten<T> = { [K in keyof T]: T[K] } & {}
