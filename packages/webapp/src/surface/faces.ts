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
  const before = [Object.getPrototypeOf(req), Object.getPrototypeOf(res)] as const
  const shown = prototypesFor((req as Message).app ?? {}, current, face)
  Object.setPrototypeOf(req, shown.request)
  Object.setPrototypeOf(res, shown.response)
  return () => {
    Object.setPrototypeOf(req, before[0])
    Object.setPrototypeOf(res, before[1])
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
  if (app.settings['query parser'] === own.queryParser) return face.parseQuery
  return app.settings['query parser fn'] as QueryParser
}
