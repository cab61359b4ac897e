// With the types of all dialects, which these refer to.
export type {} from './dialects.ts'
export type { NestedQuery } from './shared/query.ts'
export type { ErrorTrace, LayerTrace, RequestTrace, RouteTrace } from './shared/trace.ts'
export type { ApplicationInterface } from './v4/application.ts'
export type * from './v4/public.ts'
export type { RequestInterface } from './v4/request.ts'
export type { ResponseInterface } from './v4/response.ts'
