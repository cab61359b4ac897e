import { show, shownBy } from '../http2/prototypes.ts'

/** Parses what follows '?' in a URL. */
export type QueryParser = (query: string | null) => unknown

/** What handlers written for a dialect expect of requests and responses. */
export interface Face {
  readonly request: object
  readonly response: object
  /** The name and the function of the query parser that its applications have by default. */
  readonly queryParser: string
  readonly parseQuery: QueryParser
}

interface Settings {
  readonly [name: string]: unknown
}

interface Message {
  readonly app?: { readonly settings: Settings }
  readonly [kFace]?: Face
}

const kFace = Symbol('webapp.face')

/** The query parser of handlers that run in an application of another dialect. */
export const kQueryParser = Symbol('webapp.query.parser')

/** Makes the requests of a dialect tell which one it is. */
export function markFace(face: Face): void {
  Object.defineProperty(face.request, kFace, { value: face })
}

/**
 * Shows a request and its response with the members of a dialect, when they show those of another
 * one now. Returns what undoes it; undefined when there is nothing to do.
 */
export function putOnFace(face: Face, req: object, res: object): (() => void) | undefined {
  const current = (req as Message)[kFace]
  // Without one of ours the request belongs to no application, or to a foreign one.
  if (current === undefined || current === face) return undefined
  const restore = keepPrototypes(req, res)
  const shown = prototypesFor((req as Message).app ?? {}, current, face)
  copyAdditions(shown.request, shownBy(req), current.request)
  copyAdditions(shown.response, shownBy(res), current.response)
  show(req, shown.request)
  show(res, shown.response)
  return restore
}

/** Shows what was added to the prototypes of an application, below those of its dialect. */
function copyAdditions(target: object, source: object, end: object): void {
  for (let from = source; from !== end && from !== null; from = Object.getPrototypeOf(from)) {
    for (const name of Object.getOwnPropertyNames(from)) {
      const member = Object.getOwnPropertyDescriptor(from, name)
      if (name !== 'app' && member !== undefined) Object.defineProperty(target, name, member)
    }
  }
}

/**
 * For an application that is about to make a request its own: what gives the request back as it
 * was, when that belonged to another dialect. Undefined when there is nothing to give back.
 */
export function keepFace(prototype: object, req: object, res: object): (() => void) | undefined {
  const current = (req as Message)[kFace]
  if (current === undefined || current === (prototype as Message)[kFace]) return undefined
  return keepPrototypes(req, res)
}

/** Remembers prototypes and locals of an exchange; what it returns sets them again. */
export function keepPrototypes(req: object, res: object): () => void {
  const ofRequest = Object.getPrototypeOf(req)
  const ofResponse = Object.getPrototypeOf(res)
  const message = res as { locals?: object }
  const { locals } = message
  return () => {
    Object.setPrototypeOf(req, ofRequest)
    Object.setPrototypeOf(res, ofResponse)
    // 3.x has them callable: whoever lent them gets back its own kind, with what was added.
    if (locals && typeof message.locals !== typeof locals) {
      message.locals = Object.assign(locals, message.locals)
    }
  }
}

/** A continuation that first undoes what was done to an exchange. */
export function undoing(undo: () => void, next: (error?: unknown) => void) {
  return (error?: unknown): void => {
    undo()
    next(error)
  }
}

interface Prototypes {
  readonly request: object
  readonly response: object
}

const prototypes = new WeakMap<object, Map<Face, Prototypes>>()

function prototypesFor(app: object, own: Face, face: Face): Prototypes {
  const known = prototypes.get(app) ?? new Map<Face, Prototypes>()
  prototypes.set(app, known)
  const made = known.get(face) ?? createPrototypes(app, own, face)
  known.set(face, made)
  return made
}

function createPrototypes(app: object, own: Face, face: Face): Prototypes {
  const member = { configurable: true, enumerable: true, writable: true, value: app }
  const request = Object.create(face.request, {
    app: member,
    [kQueryParser]: { get: () => chooseQueryParser(app as { settings: Settings }, own, face) },
  })
  return { request, response: Object.create(face.response, { app: member }) }
}

/** A parser that somebody set counts everywhere; a default is that of the handlers' own dialect. */
function chooseQueryParser(app: { settings: Settings }, own: Face, face: Face): QueryParser {
  const set = app.settings['query parser']
  if (set === undefined || set === own.queryParser) return face.parseQuery
  return app.settings['query parser fn'] as QueryParser
}
