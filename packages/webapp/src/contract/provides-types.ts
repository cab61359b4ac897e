import type { Dialect, NewestDialect, RequestOf, ResponseOf } from '../types/shared/dialect.ts'
import type { AnyRequest, ForeignHandler, NextFunction } from '../types/shared/handlers.ts'
import type { Provider } from '../types/shared/provided.ts'

/** `provides` of webapp/contract. */
export type CreateProvider = <
  Adds extends object,
  Needs = unknown,
  D extends Dialect = NewestDialect,
>(
  middleware: ProvidingMiddleware<Adds, Needs, D>,
) => Provider<Adds, Needs>

/** Middleware that adds members to requests; it is not an error handler. */
export type ProvidingMiddleware<Adds extends object, Needs, D extends Dialect> =
  | PlainMiddleware<RequestOf<D> & Needs & Partial<Adds>, ResponseOf<D>>
  | ForeignHandler<AnyRequest & Needs & Partial<Adds>>

type PlainMiddleware<Req, Res> = (req: Req, res: Res, next: NextFunction) => unknown

/**
 * The members that a middleware adds, for a handler that is written elsewhere:
 * `(req: Request & ProvidedBy<typeof signedIn>, res: Response) => ...`.
 */
export type ProvidedBy<P> = P extends Provider<infer Adds, any> ? Adds : never
