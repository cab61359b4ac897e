import type { ContractDescription, ContractResponse, Schema } from './contract-types.ts'

/**
 * A message for each field that contracts and their responses do not have. The compiler shows it,
 * because no value fits. Without it a misspelled field would be an error at run time alone.
 */
export type UnknownFields<D> = {
  [Name in Exclude<keyof D, keyof ContractDescription>]: UnknownField<Name>
} & (D extends { readonly responses: infer Responses } ? UnknownInResponses<Responses> : unknown)

type Field = Exclude<keyof ContractDescription, `x-${string}`>

type UnknownField<Name> = Name extends string
  ? [Nearest<Name, Field>] extends [never]
    ? `a contract has no field '${Name}'; its fields are params, query, headers, cookies, body, responses and those of the documentation`
    : `a contract has no field '${Name}'; write '${Nearest<Name, Field>}'`
  : 'a contract has no such field'

/** Nothing if all responses have known fields alone. */
type UnknownInResponses<Responses> = [WithUnknown<Responses>] extends [never]
  ? unknown
  : {
      readonly responses: {
        readonly [Status in WithUnknown<Responses>]: {
          readonly [Name in UnknownNames<Responses[Status]>]: UnknownInResponse<Status, Name>
        }
      }
    }

/** The statuses whose responses have fields that responses do not have. */
type WithUnknown<Responses> = {
  [Status in keyof Responses]: [UnknownNames<Responses[Status]>] extends [never] ? never : Status
}[keyof Responses]

type UnknownNames<Response> = Response extends Schema
  ? never
  : Response extends object
    ? Exclude<keyof Response, keyof ContractResponse>
    : never

type ResponseField = Exclude<keyof ContractResponse, `x-${string}` | `${string}/${string}`>

type UnknownInResponse<Status, Name> = Status extends string | number
  ? Name extends string
    ? [Nearest<Name, ResponseField>] extends [never]
      ? `responses[${Status}] is neither a schema nor an object with description, body, items, contentType, headers, cookies or media types: it has '${Name}'`
      : `responses[${Status}] has no field '${Name}'; write '${Nearest<Name, ResponseField>}'`
    : 'a response has no such field'
  : never

/** The fields that differ from a name in one letter, or in two neighbours that are swapped. */
type Nearest<Name extends string, Fields extends string> = {
  [Each in Fields]: [Shorter<Lowercase<Name>> & Shorter<Lowercase<Each>>] extends [never]
    ? never
    : Each
}[Fields]

/** A text, and each text with one letter less. */
type Shorter<Text extends string> = Text | WithoutOne<Text>

type WithoutOne<
  Text extends string,
  Before extends string = '',
> = Text extends `${infer Letter}${infer After}`
  ? `${Before}${After}` | WithoutOne<After, `${Before}${Letter}`>
  : never
