// biome-ignore-all lint/complexity/noBannedTypes: a path without parameters has exactly this type.
import type { ParamsDictionary, RouteParameters } from '../../../src/types/v5/public.ts'
import type { Equal, Expect } from '../equal.ts'

export type Cases = [
  // names
  Expect<Equal<RouteParameters<'/'>, {}>>,
  Expect<Equal<RouteParameters<'/users'>, {}>>,
  Expect<Equal<RouteParameters<'/users/:id'>, { id: string }>>,
  Expect<Equal<RouteParameters<'/:from-:to.:ext'>, { from: string; to: string; ext: string }>>,
  Expect<Equal<RouteParameters<'/:user_id/:$ref'>, { user_id: string; $ref: string }>>,
  Expect<Equal<RouteParameters<'/:größe/:名'>, { größe: string; 名: string }>>,
  Expect<Equal<RouteParameters<'/v:major@:minor'>, { major: string; minor: string }>>,
  // wildcards
  Expect<Equal<RouteParameters<'/*path'>, { path: string[] }>>,
  Expect<Equal<RouteParameters<'/{*path}'>, { path?: string[] }>>,
  Expect<Equal<RouteParameters<'/files/*path.:ext'>, { path: string[]; ext: string }>>,
  // groups
  Expect<Equal<RouteParameters<'/users/:id{/:tab}'>, { id: string; tab?: string }>>,
  Expect<Equal<RouteParameters<'/a{/:b{/:c}}/:d'>, { d: string; b?: string; c?: string }>>,
  Expect<Equal<RouteParameters<'/a{/b}/:c'>, { c: string }>>,
  // quoted names and escapes
  Expect<Equal<RouteParameters<'/:"a b"/x'>, { 'a b': string }>>,
  Expect<Equal<RouteParameters<'/:"a\\"b"'>, { 'a"b': string }>>,
  Expect<Equal<RouteParameters<'/*"the rest"/:"{x}"'>, { 'the rest': string[]; '{x}': string }>>,
  Expect<Equal<RouteParameters<'/\\:id'>, {}>>,
  Expect<Equal<RouteParameters<'/\\*/:id'>, { id: string }>>,
  Expect<Equal<RouteParameters<'/\\{:id\\}'>, { id: string }>>,
  Expect<Equal<RouteParameters<'/:id\\:undelete'>, { id: string }>>,
  // not a literal
  Expect<Equal<RouteParameters<string>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<`${string}/:id`>, { [name: string]: string; id: string }>>,
  Expect<Equal<RouteParameters<`/api/${string}/:id`>, { [name: string]: string; id: string }>>,
  Expect<Equal<RouteParameters<`/:id/${string}`>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<`/:id${string}`>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<`/api/v${number}/:id`>, { id: string }>>,
  // either of two
  Expect<Equal<RouteParameters<'/:a' | '/*b'>, { a: string } | { b: string[] }>>,
  // long paths
  Expect<Equal<RouteParameters<LongPath>, { first: string; last: string }>>,
]

type Ten<S extends string> = `${S}${S}${S}${S}${S}${S}${S}${S}${S}${S}`
type LongPath = `/:first/${Ten<'some/fixed/words/that/nobody/counts/'>}:last`
