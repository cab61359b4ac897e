import type { ApiTypes } from '../contract/api-types.ts'
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

/** A client of a set of routes: a function for each method. */
export interface Client<Set extends ApiTypes> {
  /** Sends a GET request. */
  readonly get: ClientCall<RoutesOf<Set, 'GET'>>
  /** Sends a HEAD request to a route for GET or HEAD. */
  readonly head: ClientCall<HeadRoutesOf<Set>>
  /** Sends a POST request. */
  readonly post: ClientCall<RoutesOf<Set, 'POST'>>
  /** Sends a PUT request. */
  readonly put: ClientCall<RoutesOf<Set, 'PUT'>>
  /** Sends a PATCH request. */
  readonly patch: ClientCall<RoutesOf<Set, 'PATCH'>>
  /** Sends a DELETE request. */
  readonly delete: ClientCall<RoutesOf<Set, 'DELETE'>>
  /** Sends an OPTIONS request. */
  readonly options: ClientCall<RoutesOf<Set, 'OPTIONS'>>
}

/** Sends a request. `Routes` has the types of the routes of a method, by path. */
export type ClientCall<Routes extends RouteTypes> = <Path extends PathIn<Routes>>(
  path: Path,
  ...options: Routes[Later<Path>]['options']
) => Promise<Routes[Later<Path>]['response']>

/** The paths of the routes. A message is shown if there are none, because no path fits it. */
type PathIn<Routes> = [keyof Routes] extends [never]
  ? 'the set has no route for this method'
  : keyof Routes & string

/** The response to a request: the type of `InferResponse<typeof api.get, '/notes/:id'>`. */
export type InferResponse<Call, Path> =
  Call extends ClientCall<infer Routes> ? Routes[Path & keyof Routes]['response'] : never

/** The types of routes, by path. */
export interface RouteTypes {
  readonly [path: string]: { readonly options: readonly unknown[]; readonly response: unknown }
}

// The compiler works out the types of a member when a call needs them.
/** The options and the response of a route. */
interface RouteType<Path extends string, D> {
  readonly options: OptionsOf<Path, D>
  readonly response: ClientResponse<D>
}

/**
 * The same type; `never` for several paths. Before the compiler knows the path of a call, it reads the options
 * as those of any path: a union of all routes. It knows of this type only that it is a text, and so it has no
 * union to compare, and an editor that completes the path works out no options.
 */
type Later<Path extends string> = [Path] extends [infer Same extends string] ? Single<Same> : never

type Single<Path, All = Path> = Path extends All ? ([All] extends [Path] ? Path : never) : never

// `Set` and not the list of its routes is the parameter: with each call, the compiler substitutes the
// type arguments of this type again, and all that is in them.
/** The types of the routes of a method, by path. */
type RoutesOf<Set extends ApiTypes, RouteMethod extends string> = {
  readonly [Each in Flat<Set['~api'], ''> as PathOf<Each, RouteMethod>]: RouteType<
    Each['path'],
    Each['description']
  >
}

/** The same for HEAD requests, which routes for GET and HEAD respond to, without a body. */
type HeadRoutesOf<Set extends ApiTypes> = {
  readonly [Each in Flat<Set['~api'], ''> as PathOf<Each, 'GET' | 'HEAD'>]: HeadType<
    Each['path'],
    Each['description']
  >
}

interface HeadType<Path extends string, D> {
  readonly options: OptionsOf<Path, D>
  readonly response: OneResponse<ClientResponse<D>['status'], undefined>
}

type PathOf<Each extends FlatRoute<unknown, string, unknown>, RouteMethod> = Each extends {
  readonly method: RouteMethod
}
  ? Each['path']
  : never

/** A route with the prefixes of its sets. */
interface FlatRoute<RouteMethod, Path extends string, D> {
  readonly method: RouteMethod
  readonly path: Path
  readonly description: D
}

/** The routes of a list, and of the sets in it, as a union. */
type Flat<Routes extends readonly unknown[], Prefix extends string> = FlatOf<Routes[number], Prefix>

type FlatOf<Each, Prefix extends string> = Each extends {
  readonly method: infer RouteMethod
  readonly path: infer Path extends string
  readonly '~description': infer D
}
  ? FlatRoute<RouteMethod, Join<Prefix, Path>, D>
  : Each extends {
        readonly prefix: infer Own extends string
        readonly '~routes': infer Routes extends readonly unknown[]
      }
    ? Flat<Routes, `${Prefix}${Own}`>
    : never

type Join<Prefix extends string, Path extends string> = Prefix extends ''
  ? Path
  : Path extends '/'
    ? Prefix
    : `${Prefix}${Path}`

/** The last argument of a call; it may be missing if everything in it may be. */
// The members are written out here, because the compiler prints a type with a name by its name.
type OptionsOf<Path extends string, D> =
  CallOptions<Path, D> extends infer Options
    ? // biome-ignore lint/complexity/noBannedTypes: assignable if all members are optional.
      {} extends Options
      ? [options?: { readonly [Name in keyof Options]: Options[Name] }]
      : [options: { readonly [Name in keyof Options]: Options[Name] }]
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
type PlainOf<T> = unknown extends T ? AnyText : OrSentence<OneOrList<T>>

type AnyText = Plain | readonly Plain[] | undefined

/** Objects in queries and forms would need a parser that the server may not have. */
type OrSentence<T> = [Exclude<T, undefined>] extends [never]
  ? 'sent as text: use text, numbers, booleans, dates, or lists of them'
  : T

type OneOrList<T> = T extends readonly (infer Item)[] ? readonly OrSentence<One<Item>>[] : One<T>

type One<T> = unknown extends T
  ? Plain
  : T extends string
    ? string extends T
      ? Plain
      : T
    : T extends Plain | undefined
      ? T
      : never

/** The values of a query or a form. */
type TextValues<T> = unknown extends T
  ? Readonly<Record<string, AnyText>>
  : { readonly [Name in keyof T]: PlainOf<T[Name]> }

type HeadersOption<T> = Readonly<Record<string, Plain | undefined>> &
  (unknown extends T ? unknown : { readonly [Name in keyof T]?: PlainOf<T[Name]> })

type ParamsOption<Names, T> = keyof Names extends never
  ? unknown
  : // biome-ignore lint/complexity/noBannedTypes: assignable if all parameters are optional.
    {} extends Names
    ? {
        readonly params?: {
          readonly [Name in keyof Names]: Parameter<Names[Name], Member<T, Name>>
        }
      }
    : {
        readonly params: { readonly [Name in keyof Names]: Parameter<Names[Name], Member<T, Name>> }
      }

type Member<T, Name> = Name extends keyof T ? T[Name] : unknown

type Parameter<FromPath, T> = unknown extends T
  ? FromPath extends readonly unknown[]
    ? readonly Plain[]
    : Plain
  : PlainOf<T>

type QueryOption<T> =
  // biome-ignore lint/complexity/noBannedTypes: assignable if all members are optional.
  {} extends T ? { readonly query?: TextValues<T> | undefined } : { readonly query: TextValues<T> }

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
    ? { readonly urlencoded: TextValues<InputOf<S>> }
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
