import type { V5Path } from '../../../src/types/v5/old-patterns.ts'
import type { Equal, Expect } from '../equal.ts'

type Says<Path, Spelling extends string> = Equal<
  V5Path<Path>,
  `this is a 4.x pattern; in 5.x write '${Spelling}'`
>

type SaysToTest<Path, Spelling extends string> = Equal<
  V5Path<Path>,
  `this is a 4.x pattern; in 5.x write '${Spelling}' and test the parameter in the handler or in app.param`
>

type SaysRegExp<Path> = Equal<
  V5Path<Path>,
  'this is a 4.x pattern; in 5.x write a regular expression'
>

type Accepts<Path> = Equal<V5Path<Path>, Path>

export type Cases = [
  // The cases of pattern-hint.test.ts: the compiler says the same as the error at run time.
  Expect<Says<'*', '/{*splat}'>>,
  Expect<Says<'/*', '/{*splat}'>>,
  Expect<Says<'/files/*', '/files/{*splat}'>>,
  Expect<Says<'/*/x/*', '/{*splat}/x/{*splat2}'>>,
  Expect<Says<'/*.html', '/{*splat}.html'>>,
  Expect<Says<'/:id?', '{/:id}'>>,
  Expect<Says<'/user/:id?', '/user{/:id}'>>,
  Expect<Says<'/user/:id?/edit', '/user{/:id}/edit'>>,
  Expect<Says<'/:from-:to?', '/:from-{:to}'>>,
  Expect<Says<'/:file.:ext?', '/:file{.:ext}'>>,
  Expect<SaysToTest<'/user/:id(\\d+)', '/user/:id'>>,
  Expect<SaysToTest<'/:op(add|del)/:id(\\w+)', '/:op/:id'>>,
  Expect<SaysToTest<'/:id(\\d+)?', '{/:id}'>>,
  Expect<Says<'/:path+', '/*path'>>,
  Expect<Says<'/:path*', '/*path'>>,
  Expect<Says<'/x/:path*', '/x/*path'>>,
  Expect<Says<'/ab?cd', '/a{b}cd'>>,
  Expect<Says<'/ab(cd)?e', '/ab{cd}e'>>,
  // Without a spelling.
  Expect<SaysRegExp<'/ab+cd'>>,
  Expect<SaysRegExp<'/(a|b)'>>,
  Expect<SaysRegExp<'/ab(cd)e'>>,
  Expect<SaysRegExp<'/[ab]'>>,
  // Patterns of 5.x.
  Expect<Accepts<'/'>>,
  Expect<Accepts<'/users/:id'>>,
  Expect<Accepts<'/users/:id{/:tab}'>>,
  Expect<Accepts<'/*path'>>,
  Expect<Accepts<'/{*path}'>>,
  Expect<Accepts<'/files/*path.:ext'>>,
  Expect<Accepts<'/*"the rest"/:"{x}?"'>>,
  Expect<Accepts<'/\\*/:id'>>,
  Expect<Accepts<'/search\\?q=:q'>>,
  Expect<Accepts<'/c\\+\\+/\\(x\\)'>>,
  // Not a literal.
  Expect<Accepts<string>>,
  Expect<Accepts<`${string}/:id`>>,
  Expect<Accepts<`/${string}/*path`>>,
  Expect<Accepts<RegExp>>,
]
