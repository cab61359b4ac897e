// biome-ignore-all lint/suspicious/noTsIgnore: an error is not expected if the package is installed.

// Programs and packages that were written for `@types/express` add members to requests, responses
// and applications with `declare module 'express-serve-static-core'`. If that package of types is
// installed, our types have the added members too.

// If it is not installed, its types are `any`. The comment has this form because the compiler keeps
// it in the declaration file, where the import fails too.
/** @ts-ignore */
import type * as core from 'express-serve-static-core'
import type { ApplicationMembers } from './application.ts'
import type { LocalsRecord } from './express-namespace.ts'
import type { RequestMembers } from './request.ts'
import type { ResponseMembers } from './response.ts'

/** Members that were added to `Request`. */
export type AddedToRequest = Added<
  core.Request,
  | keyof RequestMembers<'5.x', unknown, unknown, LocalsRecord>
  | ('body' | 'host' | 'param' | 'query')
>

/** Members that were added to `Response`. */
export type AddedToResponse = Added<
  core.Response,
  | keyof ResponseMembers<'5.x', LocalsRecord>
  | ('download' | 'json' | 'jsonp' | 'links' | 'location' | 'redirect' | 'send' | 'sendFile')
  | ('sendStatus' | 'sendfile' | 'vary')
>

/** Members that were added to `Application`. */
export type AddedToApplication = Added<
  core.Application,
  keyof ApplicationMembers<'5.x', LocalsRecord> | ('_router' | 'listen' | 'router')
>

/** The members of a type whose names are not among the known ones; none if the type is `any`. */
type Added<Core, Known> = string extends keyof Core
  ? // biome-ignore lint/complexity/noBannedTypes: an interface extends it, and nothing is added.
    {}
  : { [Name in keyof Core as Name extends Known ? never : Name]: Core[Name] }
