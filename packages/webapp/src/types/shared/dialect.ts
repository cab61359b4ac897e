// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any as in @types/express.

import type { Application as V3Application } from '../v3/application.ts'
import type { Request as V3Request } from '../v3/request.ts'
import type { Response as V3Response } from '../v3/response.ts'
import type { Route as V3Route } from '../v3/route.ts'
import type { RouteParameters as V3RouteParameters } from '../v3/route-parameters.ts'
import type { StackEntry } from '../v3/use.ts'
import type { Application as V4Application } from '../v4/application.ts'
import type { Request as V4Request } from '../v4/request.ts'
import type { Response as V4Response } from '../v4/response.ts'
import type { RouteParameters as V4RouteParameters } from '../v4/route-parameters.ts'
import type { IRoute as V4IRoute, Layer as V4Layer } from '../v4/router.ts'
import type { RunningApplication as V5Application } from '../v5/application.ts'
import type { V5Path } from '../v5/old-patterns.ts'
import type { Request as V5Request } from '../v5/request.ts'
import type { Response as V5Response } from '../v5/response.ts'
import type { RouteParameters as V5RouteParameters } from '../v5/route-parameters.ts'
import type { IRoute as V5IRoute, Layer as V5Layer } from '../v5/router.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { ParsedQs } from './query.ts'
import type { ParamsDictionary } from './route-parameters.ts'

/**
 * The name of a dialect. Shared types take it as a parameter and look up the types that differ in
 * this file.
 */
export type Dialect = '5.x' | '4.x' | '3.x'

/** The request type of a dialect. */
export type RequestOf<
  D extends Dialect,
  P = ParamsDictionary,
  ResBody = any,
  ReqBody = any,
  ReqQuery = ParsedQs,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = Requests<P, ResBody, ReqBody, ReqQuery, LocalsObj>[D]

/** The response type of a dialect. */
export type ResponseOf<
  D extends Dialect,
  ResBody = any,
  LocalsObj extends LocalsRecord = LocalsRecord,
> = Responses<ResBody, LocalsObj>[D]

/** The return type of handlers in a dialect. */
export type ResultOf<D extends Dialect> = Results[D]

/** The application type of a dialect. */
export type ApplicationOf<D extends Dialect> = Applications[D]

/** The route type of a dialect. */
export type RouteOf<D extends Dialect, Path extends string = string, Parent = unknown> = Routes<
  Path,
  Parent
>[D]

/** The type of a stack entry of a dialect. */
export type LayerOf<D extends Dialect> = Layers[D]

/** The route parameters of a path literal in the syntax of a dialect. */
export type RouteParametersOf<D extends Dialect, Path extends string> = Parameters<Path>[D]

/** A path in the syntax of a dialect; a message for a literal that the dialect refuses. */
export type PathOf<D extends Dialect, Path> = Paths<Path>[D]

// Indexed access instead of conditional types: the compiler infers through indexed access only.
interface Requests<P, ResBody, ReqBody, ReqQuery, LocalsObj extends LocalsRecord> {
  '5.x': V5Request<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  '4.x': V4Request<P, ResBody, ReqBody, ReqQuery, LocalsObj>
  '3.x': V3Request<P, ResBody, ReqBody, ReqQuery, LocalsObj>
}

interface Responses<ResBody, LocalsObj extends LocalsRecord> {
  '5.x': V5Response<ResBody, LocalsObj>
  '4.x': V4Response<ResBody, LocalsObj>
  '3.x': V3Response<ResBody, LocalsObj>
}

// As in `@types/express`. A function of JavaScript with the type `void` or `any` need not return.
interface Results {
  '5.x': unknown
  // biome-ignore lint/suspicious/noConfusingVoidType: a return type.
  '4.x': void
  '3.x': any
}

interface Applications {
  '5.x': V5Application
  '4.x': V4Application
  '3.x': V3Application
}

interface Routes<Path extends string, Parent> {
  '5.x': V5IRoute<Path, Parent>
  '4.x': V4IRoute<Path, Parent>
  '3.x': V3Route
}

interface Layers {
  '5.x': V5Layer
  '4.x': V4Layer
  '3.x': StackEntry
}

interface Parameters<Path extends string> {
  '5.x': V5RouteParameters<Path>
  '4.x': V4RouteParameters<Path>
  '3.x': V3RouteParameters<Path>
}

interface Paths<Path> {
  '5.x': V5Path<Path>
  '4.x': Path
  '3.x': Path
}
