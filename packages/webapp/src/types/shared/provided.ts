import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Dialect, RequestOf } from './dialect.ts'

/** Middleware that adds members to requests, for the handlers behind it. */
export interface Provider<Adds extends object = any, Needs = unknown> {
  (req: IncomingMessage & Needs, res: ServerResponse, next: (err?: any) => void): void
  // The overloads for contracts are for providers too. A provider fits them as a handler alone, because
  // `parts` is that of no contract: so the members that it needs are compared.
  /** Never present at run time. */
  readonly '~contract': {
    readonly is: true
    readonly names: [never]
    readonly parts: 'those of no contract'
  }
  /** The types of the members; never present at run time. */
  readonly '~provides': {
    readonly adds: { readonly [Key in Mark<Adds>]: true }
    readonly needs: { readonly [Key in unknown extends Needs ? never : Mark<Needs>]: true }
    /** Two types of members are two types, although one of them may fit the other. */
    readonly members: (members: Adds) => Adds
  }
}

/** The target of the inference from providers. No provider fits it. */
export interface ProvidesCarrier<Marks extends string, Needs extends string = never> {
  /** Marks for what middleware adds and needs. */
  readonly '~provides': {
    readonly adds: { readonly [Key in Marks]: never }
    readonly needs: { readonly [Key in Needs]: never }
  }
}

/** A provider for requests with the members of `Context`; its marks are inferred. */
export interface ProviderFor<Marks extends string, Context> {
  (req: IncomingMessage & Context, res: ServerResponse, next: (err?: any) => void): void
  /** The types of the members; never present at run time. */
  readonly '~provides': { readonly adds: { readonly [Key in Marks]: true } }
}

/**
 * Stands for the members of requests. It is a key: from the objects of several arguments, the compiler
 * infers the union of their keys, but only one of several types of their values.
 */
type Mark<Members> = string & { readonly '~members': (members: Members) => Members }

/** The members that marks stand for; `unknown` without a mark. */
export type Marked<Marks> = [Marks] extends [never]
  ? unknown
  : (Marks extends Mark<infer Members> ? (members: Members) => void : never) extends (
        members: infer All,
      ) => void
    ? All
    : never

/** The same where the middleware may have failed: in error handlers. */
export type Perhaps<Context> = unknown extends Context ? unknown : Partial<Context>

/** The members that middleware needs, and that neither a request nor the middleware with `Marks` has. */
export type MissingMembers<D extends Dialect, Marks, Needs> = [Needs] extends [never]
  ? never
  : MissingOf<RequestOf<D> & Marked<Marks>, Marked<Needs>>

type MissingOf<Req, Needs> = {
  [Name in keyof Needs & string]: Req extends Pick<Needs, Name> ? never : Name
}[keyof Needs & string]

/** What the compiler shows for such a member, because no argument fits. */
export type MissingMember<Name> = Name extends string
  ? `a middleware needs req.${Name}: put one that provides it before, in the same call or in use() of the router`
  : never
