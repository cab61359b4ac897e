// With the types of all dialects, which these refer to.
export type {} from './dialects.ts'
export type { NestedQuery } from './shared/query.ts'
export type { ErrorTrace, LayerTrace, RequestTrace, RouteTrace } from './shared/trace.ts'
export type { ApplicationInterface } from './v5/application.ts'
export type * from './v5/public.ts'
export type { RequestInterface } from './v5/request.ts'
export type { ResponseInterface } from './v5/response.ts'
