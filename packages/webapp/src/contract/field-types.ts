import type { ContractDescription } from './contract-types.ts'

/**
 * A message for each field that contracts do not have. The compiler shows it, because no value fits.
 * Without it a misspelled field would be an error at run time alone.
 */
export type UnknownFields<D> = {
  [Name in Exclude<keyof D, keyof ContractDescription>]: UnknownField<Name>
}

type Field = Exclude<keyof ContractDescription, `x-${string}`>

type UnknownField<Name> = Name extends string
  ? [Nearest<Name>] extends [never]
    ? `a contract has no field '${Name}'; its fields are params, query, headers, cookies, body, responses and those of the documentation`
    : `a contract has no field '${Name}'; write '${Nearest<Name>}'`
  : 'a contract has no such field'

/** The fields that differ from a name in one letter, or in two neighbours that are swapped. */
type Nearest<Name extends string> = {
  [Each in Field]: [Shorter<Lowercase<Name>> & Shorter<Lowercase<Each>>] extends [never]
    ? never
    : Each
}[Field]

/** A text, and each text with one letter less. */
type Shorter<Text extends string> = Text | WithoutOne<Text>

type WithoutOne<
  Text extends string,
  Before extends string = '',
> = Text extends `${infer Letter}${infer After}`
  ? `${Before}${After}` | WithoutOne<After, `${Before}${Letter}`>
  : never
