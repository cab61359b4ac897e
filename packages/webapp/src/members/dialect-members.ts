import { appliedPrototype, applyPrototype } from '../http2/prototypes.ts'
import { restoreLocals } from './locals.ts'

// Applications and routers of several dialects can be mounted into each other. Before a handler of
// another dialect runs, the request and the response get the members that such handlers expect.

/** Parses the part of a URL after '?'. */
export type QueryParser = (query: string | null) => unknown

/** The members that handlers of a dialect expect of requests and responses. */
export interface DialectMembers {
  readonly request: object
  readonly response: object
  /** The name and the function of the default query parser of its applications. */
  readonly queryParser: string
  readonly parseQuery: QueryParser
}

interface Settings {
  readonly [name: string]: unknown
}

interface Message {
  readonly app?: { readonly settings: Settings }
  readonly [kMembers]?: DialectMembers
}

const kMembers = Symbol('webapp.members')

/** The query parser for handlers that run in an application of another dialect. */
export const kQueryParser = Symbol('webapp.query.parser')

/** Lets the requests of a dialect tell which dialect they belong to. */
export function labelRequests(members: DialectMembers): void {
  Object.defineProperty(members.request, kMembers, { value: members })
}

/**
 * Gives a request and its response the members of a dialect if they have those of another one.
 * Returns a function that undoes it; `undefined` if there was nothing to do.
 */
export function showMembers(
  members: DialectMembers,
  req: object,
  res: object,
): (() => void) | undefined {
  const current = (req as Message)[kMembers]
  // A request without a label belongs to no application, or to one of another framework.
  if (current === undefined || current === members) return undefined
  const restore = capturePrototypes(req, res)
  const shown = prototypesFor((req as Message).app ?? {}, current, members)
  copyAdditions(shown.request, appliedPrototype(req), current.request)
  copyAdditions(shown.response, appliedPrototype(res), current.response)
  applyPrototype(req, shown.request)
  applyPrototype(res, shown.response)
  return restore
}

/** Copies members that the program added to prototypes of an application, up to its dialect's. */
function copyAdditions(target: object, source: object, end: object): void {
  for (let from = source; from !== end && from !== null; from = Object.getPrototypeOf(from)) {
    for (const name of Object.getOwnPropertyNames(from)) {
      const member = Object.getOwnPropertyDescriptor(from, name)
      if (name !== 'app' && member !== undefined) Object.defineProperty(target, name, member)
    }
  }
}

/**
 * Called before an application gives a request its own prototypes. Returns a function that restores
 * those of another dialect; `undefined` if the request has none.
 */
export function keepMembers(prototype: object, req: object, res: object): (() => void) | undefined {
  const current = (req as Message)[kMembers]
  if (current === undefined || current === (prototype as Message)[kMembers]) return undefined
  return capturePrototypes(req, res)
}

/** Returns a function that restores the current prototypes and locals of an exchange. */
export function capturePrototypes(req: object, res: object): () => void {
  const ofRequest = Object.getPrototypeOf(req)
  const ofResponse = Object.getPrototypeOf(res)
  const { locals } = res as { locals?: Record<string, unknown> }
  return () => {
    Object.setPrototypeOf(req, ofRequest)
    Object.setPrototypeOf(res, ofResponse)
    restoreLocals(res, locals)
  }
}

/** A `next` that first restores an exchange. */
export function restoringNext(restore: () => void, next: (error?: unknown) => void) {
  return (error?: unknown): void => {
    restore()
    next(error)
  }
}

interface Prototypes {
  readonly request: object
  readonly response: object
}

const prototypes = new WeakMap<object, Map<DialectMembers, Prototypes>>()

function prototypesFor(app: object, own: DialectMembers, members: DialectMembers): Prototypes {
  const known = prototypes.get(app) ?? new Map<DialectMembers, Prototypes>()
  prototypes.set(app, known)
  const made = known.get(members) ?? createPrototypes(app, own, members)
  known.set(members, made)
  return made
}

function createPrototypes(app: object, own: DialectMembers, members: DialectMembers): Prototypes {
  const ofApp = { configurable: true, enumerable: true, writable: true, value: app }
  const request = Object.create(members.request, {
    app: ofApp,
    [kQueryParser]: { get: () => chooseQueryParser(app as { settings: Settings }, own, members) },
  })
  return { request, response: Object.create(members.response, { app: ofApp }) }
}

/** A parser that the program set applies everywhere. A default is that of the handler's dialect. */
function chooseQueryParser(
  app: { settings: Settings },
  own: DialectMembers,
  members: DialectMembers,
): QueryParser {
  const set = app.settings['query parser']
  if (set === undefined || set === own.queryParser) return members.parseQuery
  return app.settings['query parser fn'] as QueryParser
}
