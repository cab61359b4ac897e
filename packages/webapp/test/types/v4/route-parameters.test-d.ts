// biome-ignore-all lint/complexity/noBannedTypes: a path without parameters has exactly this type.
import type { ParamsDictionary, RouteParameters } from '../../../src/types/v4/public.ts'
import type { Equal, Expect } from '../equal.ts'

export type Cases = [
  // names
  Expect<Equal<RouteParameters<'/'>, {}>>,
  Expect<Equal<RouteParameters<'/users'>, {}>>,
  Expect<Equal<RouteParameters<'/users/:id'>, { id: string }>>,
  Expect<Equal<RouteParameters<'/:a-:b'>, { a: string; b: string }>>,
  Expect<Equal<RouteParameters<'/:from..:to'>, { from: string; to: string }>>,
  Expect<Equal<RouteParameters<'/:userId_2/:A'>, { userId_2: string; A: string }>>,
  Expect<Equal<RouteParameters<'/:größe'>, { gr: string }>>,
  Expect<Equal<RouteParameters<'/:/x'>, {}>>,
  // optional
  Expect<Equal<RouteParameters<'/:id?'>, { id?: string }>>,
  Expect<Equal<RouteParameters<'/:a.:b?'>, { a: string; b?: string }>>,
  Expect<Equal<RouteParameters<'/:a?/:b'>, { a?: string; b: string }>>,
  Expect<Equal<RouteParameters<'/:a(x|y)?'>, { a?: string }>>,
  Expect<Equal<RouteParameters<'/colou?r/:id'>, { id: string }>>,
  // patterns of names
  Expect<Equal<RouteParameters<'/:id(\\d+)'>, { id: string }>>,
  Expect<Equal<RouteParameters<'/:id([0-9a-f]{24})/:tab'>, { id: string; tab: string }>>,
  Expect<Equal<RouteParameters<'/:id(\\d*)'>, { id: string }>>,
  Expect<Equal<RouteParameters<'/:path(*)'>, { path: string; 0: string }>>,
  Expect<Equal<RouteParameters<'/:path(.*)?'>, { path?: string; 0?: string }>>,
  Expect<Equal<RouteParameters<'/:p((a|b))'>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<'/:p(\\))'>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<'/:p(x'>, ParamsDictionary>>,
  // modifiers
  Expect<Equal<RouteParameters<'/:a+'>, { a: string }>>,
  Expect<Equal<RouteParameters<'/:a*'>, { a: string; 0: string }>>,
  Expect<Equal<RouteParameters<'/:a*?'>, { a?: string; 0?: string }>>,
  Expect<Equal<RouteParameters<'/:a(\\d+)*/:b'>, { a: string; 0: string; b: string }>>,
  Expect<Equal<RouteParameters<'/:a(.*)*'>, { a: string; 0: string; 1: string }>>,
  // wildcards
  Expect<Equal<RouteParameters<'*'>, { 0: string }>>,
  Expect<Equal<RouteParameters<'/*?'>, { 0?: string }>>,
  Expect<Equal<RouteParameters<'/a/*/:b/*'>, { 0: string; b: string; 1: string }>>,
  Expect<Equal<RouteParameters<'/:a?*'>, { a?: string; 0: string }>>,
  // groups
  Expect<Equal<RouteParameters<'/ab(cd)?e'>, { 0?: string }>>,
  Expect<Equal<RouteParameters<'/x-(\\d+)/:b'>, { 0: string; b: string }>>,
  Expect<Equal<RouteParameters<'/x-(\\d+).:b'>, { 0: string; b: string }>>,
  Expect<Equal<RouteParameters<'/x-(\\d+)/:a-:b'>, { 0: string; a: string; b: string }>>,
  Expect<Equal<RouteParameters<'/x-(\\d+)*-:b'>, { 0: string; 1: string; b: string }>>,
  Expect<Equal<RouteParameters<'/x-(\\d+)-:b'>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<'/x(.*)'>, { 0: string; 1: string }>>,
  Expect<Equal<RouteParameters<'/x(a(b)?)?'>, { 0?: string; 1?: string }>>,
  Expect<Equal<RouteParameters<'/x(a(b)?)'>, { 0: string; 1?: string }>>,
  Expect<Equal<RouteParameters<'/(a/:b)?'>, { b?: string }>>,
  Expect<Equal<RouteParameters<'/(a|:b)/:c'>, { b?: string; c: string }>>,
  Expect<Equal<RouteParameters<'/(admin|root)'>, {}>>,
  Expect<Equal<RouteParameters<'/x(?=a):b'>, { b: string }>>,
  Expect<Equal<RouteParameters<'/a/:b|/c/:d'>, { b?: string; d?: string }>>,
  Expect<Equal<RouteParameters<'/x(?<year>a)'>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<'/x(a'>, ParamsDictionary>>,
  // escapes
  Expect<Equal<RouteParameters<'/\\:id'>, {}>>,
  Expect<Equal<RouteParameters<'/\\*/:id\\?'>, { id: string }>>,
  Expect<Equal<RouteParameters<'/\\(x\\)/:id'>, { id: string }>>,
  // not a literal
  Expect<Equal<RouteParameters<string>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<`${string}/:id`>, { [name: string]: string; id: string }>>,
  Expect<Equal<RouteParameters<`/api/${string}/:id`>, { [name: string]: string; id: string }>>,
  Expect<Equal<RouteParameters<`/:id/${string}`>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<`/:id${string}`>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<`/:id(${string})`>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<`/:id(a${string})/:b`>, ParamsDictionary>>,
  Expect<Equal<RouteParameters<`/api/v${number}/:id`>, { id: string }>>,
  // either of two
  Expect<Equal<RouteParameters<'/:a' | '*'>, { a: string } | { 0: string }>>,
  // long paths
  Expect<Equal<RouteParameters<LongPath>, { first: string; last?: string }>>,
]

type Ten<S extends string> = `${S}${S}${S}${S}${S}${S}${S}${S}${S}${S}`
type LongPath = `/:first/${Ten<'some/fixed/words/that/nobody/counts/'>}:last?`
