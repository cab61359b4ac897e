import type { BehindMatcher } from '../shared/behind.ts'
import type { MiddlewareBehind } from '../shared/contract-handlers.ts'
import type { RequestOf, ResponseOf } from '../shared/dialect.ts'
import type { Marked, ProviderFor } from '../shared/provided.ts'
import type { Method } from '../shared/route-keys.ts'

/** An application `T` whose handlers see the members of `Context` in requests. */
// The members of `T` come last: the compiler tries the functions of the first type first.
export type ApplicationBehind<T, Context> = {
  readonly [Name in Method | 'all' | 'del']: BehindMatcher<
    ApplicationBehind<T, Context>,
    unknown,
    '3.x',
    Context
  >
} & {
  /** Mounts one middleware, at `/` by default. */
  readonly use: UseBehind<T, Context>
} & T

/** Mounts middleware. What it adds to requests is in the type of the application that `use` returns. */
interface UseBehind<T, Context> {
  /** Mounts middleware that adds members to requests. */
  <Marks extends string>(
    middleware: ProviderFor<Marks, Context>,
  ): ApplicationBehind<T, Context & Marked<Marks>>
  /** Mounts one middleware at `/`. */
  (middleware: Behind<Context>): ApplicationBehind<T, Context>
  /** Mounts one middleware at a path, which is matched literally. */
  (path: string, middleware: Behind<Context>): ApplicationBehind<T, Context>
}

type Behind<Context> = MiddlewareBehind<RequestOf<'3.x'>, ResponseOf<'3.x'>, never, Context>
