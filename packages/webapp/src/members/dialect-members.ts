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
  readonly [kMembers]?: DialectMembers
}

const kMembers = Symbol('webapp.members')

/** The query parser for handlers that run in an application of another dialect. */
export const kQueryParser = Symbol('webapp.query.parser')

/** Lets the requests of a dialect tell which dialect they belong to. */
export function labelRequests(members: DialectMembers): DialectMembers {
  Object.defineProperty(members.request, kMembers, { value: members })
  return members
}

/** The dialect of a request; undefined if it belongs to no application of ours. */
export function membersOf(req: object): DialectMembers | undefined {
  return (req as Message)[kMembers]
}

interface Prototypes {
  readonly request: object
  readonly response: object
}

const prototypes = new WeakMap<object, Map<DialectMembers, Prototypes>>()

/** Prototypes with the members of another dialect than an application's own. */
export function prototypesFor(
  app: object,
  own: DialectMembers,
  members: DialectMembers,
): Prototypes {
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
