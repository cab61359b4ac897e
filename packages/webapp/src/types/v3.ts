// With the types of all dialects, which these refer to.
export type {} from './dialects.ts'
export type { ErrorTrace, LayerTrace, RequestTrace, RouteTrace } from './shared/trace.ts'
export type * from './v3/public.ts'
