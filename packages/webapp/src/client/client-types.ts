import type { InputOf } from '../contract/contract-types.ts'
import type { FormFile } from '../contract/form-types.ts'
import type { NewestDialect, RouteParametersOf } from '../types/shared/dialect.ts'
import type { Flatten } from '../types/shared/path-literals.ts'
import type { KnownStatus, StatusesOf, UndeclaredStatus } from './statuses.ts'

// `@types/node` does not declare these names of the DOM.
type HeadersInit = NonNullable<RequestInit['headers']>
type BodyInit = NonNullable<RequestInit['body']>

/** Options of `client`. */
export interface ClientOptions {
  /** Sends the requests; the global `fetch` by default. */
  readonly fetch?: ((url: string, init: RequestInit) => Promise<Response>) | undefined
  /** Header fields of all requests, or a function that returns them for each request. */
  readonly headers?: HeadersInit | (() => HeadersInit | Promise<HeadersInit>) | undefined
}

/** `client` of webapp/client. */
export type CreateClient = <Set extends ApiTypes>(
  url: string,
  options?: ClientOptions,
) => Client<Set>

/** What a client reads of the type of a set: `typeof notes`. */
export interface ApiTypes {
  readonly '~api': readonly unknown[]
}

/** A client of a set of routes: a function for each method. */
export interface Client<Set extends ApiTypes> {
  /** Sends a GET request. */
  readonly get: ClientCall<RoutesOf<Set['~api'], 'GET'>>
  /** Sends a HEAD request to a route for GET or HEAD. */
  readonly head: ClientCall<RoutesOf<Set['~api'], 'GET' | 'HEAD'>>
  /** Sends a POST request. */
  readonly post: ClientCall<RoutesOf<Set['~api'], 'POST'>>
  /** Sends a PUT request. */
  readonly put: ClientCall<RoutesOf<Set['~api'], 'PUT'>>
  /** Sends a PATCH request. */
  readonly patch: ClientCall<RoutesOf<Set['~api'], 'PATCH'>>
  /** Sends a DELETE request. */
  readonly delete: ClientCall<RoutesOf<Set['~api'], 'DELETE'>>
  /** Sends an OPTIONS request. */
  readonly options: ClientCall<RoutesOf<Set['~api'], 'OPTIONS'>>
}

/** Sends a request. `Routes` has the descriptions of the routes of a method, by path. */
export type ClientCall<Routes> = <Path extends keyof Routes & string>(
  path: Path,
  ...options: OptionsOf<Path, Routes[Path]>
) => Promise<ClientResponse<Routes[Path]>>

/** The response to a request: the type of `InferResponse<typeof api.get, '/notes/:id'>`. */
export type InferResponse<Call, Path> =
  Call extends ClientCall<infer Routes> ? ClientResponse<Routes[Path & keyof Routes]> : never

// A mapped type over the routes, and not a search for each call: the compiler makes it once.
/** The descriptions of the routes of a method, by path. */
type RoutesOf<Routes, RouteMethod extends string, Prefix extends string = ''> = {
  readonly [At in keyof Routes & `${number}` as PathOf<
    Routes[At],
    RouteMethod,
    Prefix
  >]: Routes[At] extends {
    readonly '~description': infer Description
  }
    ? Description
    : never
} & MountedRoutes<MountsOf<Routes>, RouteMethod, Prefix>

type PathOf<Route, RouteMethod extends string, Prefix extends string> = Route extends {
  readonly method: RouteMethod
  readonly path: infer Path extends string
}
  ? Join<Prefix, Path>
  : never

type Join<Prefix extends string, Path extends string> = Prefix extends ''
  ? Path
  : Path extends '/'
    ? Prefix
    : `${Prefix}${Path}`

/** The sets that are mounted in a set. */
type MountsOf<Routes> = Routes[keyof Routes & `${number}`] & { readonly prefix: string }

type MountedRoutes<Mounts, RouteMethod extends string, Prefix extends string> = [Mounts] extends [
  never,
]
  ? unknown
  : Intersection<
      Mounts extends { readonly prefix: infer Own extends string; readonly '~routes': infer Routes }
        ? { readonly of: RoutesOf<Routes, RouteMethod, `${Prefix}${Own}`> }
        : never
    >

/** The intersection of a union. */
type Intersection<Union extends { readonly of: unknown }> = (
  Union extends unknown
    ? (value: Union) => void
    : never
) extends (value: infer All extends { readonly of: unknown }) => void
  ? All['of']
  : never

/** The last argument of a call; it may be missing if everything in it may be. */
// The compiler also asks for the options of any path. Without the first condition, it would work out
// those of all routes at the first call.
type OptionsOf<Path extends string, D> = [Path] extends [Shared<Path>]
  ? // biome-ignore lint/complexity/noBannedTypes: assignable if all members are optional.
    {} extends CallOptions<Path, D>
    ? [options?: CallOptions<Path, D>]
    : [options: CallOptions<Path, D>]
  : [options: 'pass one path, not a union of paths']

/** What all members of a union share: `never` for several paths. */
type Shared<Union> = (Union extends unknown ? (value: Union) => void : never) extends (
  value: infer All,
) => void
  ? All
  : never

type CallOptions<Path extends string, D> = CommonOptions<D> &
  ParamsOption<RouteParametersOf<NewestDialect, Path>, InputPart<D, 'params'>> &
  QueryOption<InputPart<D, 'query'>> &
  BodyOption<D>

interface CommonOptions<D> {
  /** Header fields. Those that the contract requires may also be options of the client. */
  readonly headers?: HeadersOption<InputPart<D, 'headers'>> | undefined
  /** Aborts the request. */
  readonly signal?: AbortSignal | undefined
}

/** What a part of a request is before its schema parses it; `unknown` if no contract describes it. */
type InputPart<D, Name extends string> = D extends { readonly [Key in Name]: infer S }
  ? InputOf<S>
  : unknown

/** A value that is sent as text. */
type Plain = string | number | bigint | boolean | Date

/** The values for a part that is text: those of the schema; any plain value for any text. */
type PlainOf<T> = unknown extends T
  ? Plain | readonly Plain[] | undefined
  : T extends string
    ? string extends T
      ? Plain
      : T
    : T extends readonly (infer Item)[]
      ? readonly PlainOf<Item>[]
      : T

type HeadersOption<T> = Readonly<Record<string, Plain | undefined>> &
  (unknown extends T ? unknown : { readonly [Name in keyof T]?: PlainOf<T[Name]> })

type ParamsOption<Names, T> = keyof Names extends never
  ? unknown
  : // biome-ignore lint/complexity/noBannedTypes: assignable if all parameters are optional.
    {} extends Names
    ? { readonly params?: ParamsOf<Names, T> }
    : { readonly params: ParamsOf<Names, T> }

type ParamsOf<Names, T> = {
  readonly [Name in keyof Names]: Name extends keyof T
    ? Parameter<Names[Name], T[Name]>
    : Parameter<Names[Name], unknown>
}

type Parameter<FromPath, T> = unknown extends T
  ? FromPath extends readonly unknown[]
    ? readonly Plain[]
    : Plain
  : PlainOf<T>

type QueryOption<T> = unknown extends T
  ? { readonly query?: Readonly<Record<string, Plain | readonly Plain[] | undefined>> }
  : // biome-ignore lint/complexity/noBannedTypes: assignable if all members are optional.
    {} extends T
    ? { readonly query?: { readonly [Name in keyof T]: PlainOf<T[Name]> } | undefined }
    : { readonly query: { readonly [Name in keyof T]: PlainOf<T[Name]> } }

type BodyOption<D> = D extends { readonly body: infer S }
  ? S extends { readonly '~form': infer Fields }
    ? { readonly form: FormOf<Fields> }
    : BodyOfType<S, D extends { readonly contentType: infer Type } ? Type : 'application/json'>
  : unknown

type BodyOfType<S, Type> = Type extends readonly (infer Each)[]
  ? BodyOfOne<S, Each>
  : BodyOfOne<S, Type>

type BodyOfOne<S, Type> = Type extends 'application/json'
  ? IfOptional<
      InputOf<S>,
      { readonly body?: InputOf<S>; readonly contentType?: Type },
      { readonly body: InputOf<S>; readonly contentType?: Type }
    >
  : Type extends 'application/x-www-form-urlencoded'
    ? { readonly urlencoded: InputOf<S> }
    : Type extends 'multipart/form-data'
      ? { readonly form: InputOf<S> }
      : Type extends `${string}json`
        ? { readonly body: InputOf<S>; readonly contentType: Type }
        : { readonly body: BodyInit; readonly contentType: Type }

type IfOptional<T, Then, Else> = unknown extends T ? Then : undefined extends T ? Then : Else

/** The fields and files of a form. */
type FormOf<Fields> = Flatten<
  {
    readonly [Name in keyof Fields as IfNeeded<Fields[Name], Name>]: Field<Fields[Name]>
  } & {
    readonly [Name in Exclude<keyof Fields, keyof NeededOf<Fields>>]?:
      | Field<Fields[Name]>
      | undefined
  }
>

type NeededOf<Fields> = { [Name in keyof Fields as IfNeeded<Fields[Name], Name>]: 1 }

type IfNeeded<F, Name> =
  F extends FormFile<infer Options>
    ? Options extends { readonly optional: true }
      ? never
      : Name
    : undefined extends InputOf<F>
      ? never
      : Name

type Field<F> =
  F extends FormFile<infer Options>
    ? Options extends { readonly maxCount: number }
      ? Blob | readonly Blob[]
      : Blob
    : PlainOf<InputOf<F>>

/** A response: one object type for each status of the contract, and one for all others. */
export type ClientResponse<D> = D extends { readonly responses: infer Responses }
  ?
      | {
          [Status in keyof Responses]: OneResponse<
            StatusesOf<Status, keyof Responses>,
            BodyOfResponse<Responses[Status]>
          >
        }[keyof Responses]
      | OneResponse<UndeclaredStatus<keyof Responses>, unknown>
  : OneResponse<KnownStatus, unknown>

type OneResponse<Status, Body> = [Status] extends [never]
  ? never
  : {
      /** The status code. */
      readonly status: Status
      /** The body: parsed JSON, text, an iterable of events or lines, a `Blob`, or undefined. */
      readonly body: Body
      /** The header fields. */
      readonly headers: Headers
    }

type BodyOfResponse<R> = R extends { readonly items: infer S }
  ? AsyncIterable<ClientBody<InputOf<S>>>
  : R extends { readonly body: infer S }
    ? BodyOfContent<S, R extends { readonly contentType: infer Type } ? Type : 'application/json'>
    : R extends { readonly '~standard': unknown } | { Check(value: unknown): boolean }
      ? ClientBody<InputOf<R>>
      : BodyOfTypes<R, keyof R & `${string}/${string}`>

/** The bodies of a response with several media types. */
type BodyOfTypes<R, Type extends keyof R> = [Type] extends [never]
  ? undefined
  : { [Each in Type]: BodyOfResponse<Typed<R[Each], Each>> }[Type]

/** A body under its media type, as a response that has only this one. */
type Typed<S, Type> = S extends { readonly items: unknown }
  ? S
  : { readonly body: S; readonly contentType: Type }

type BodyOfContent<S, Type> = Type extends `${string}json`
  ? ClientBody<InputOf<S>>
  : Type extends `text/${string}`
    ? InputOf<S>
    : Blob

/** A value as it arrives in JSON: dates are text, and functions are missing. */
export type ClientBody<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined
    ? T
    : T extends { toJSON(...args: never): infer Sent }
      ? ClientBody<Sent>
      : T extends bigint | symbol | ((...args: never) => unknown)
        ? never
        : { [Name in keyof T]: ClientBody<T[Name]> }
