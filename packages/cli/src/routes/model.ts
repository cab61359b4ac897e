/** A place in the source of a program. */
export interface Place {
  readonly file: string
  readonly line: number
  readonly column: number
}

/** What the source of a handler shows. */
export interface Handler {
  readonly name: string
  readonly arity: number
  /** Whether it may call `next`. */
  readonly mayContinue: boolean
  /** Whether it may leave its route with `next('route')`. */
  readonly maySkip: boolean
  /** The member of the module that it is, such as `json`, if that was not called. */
  readonly uncalled: string | undefined
  /** The names of its first parameters. */
  readonly parameters: readonly string[]
  /** The names of routes whose URLs its source writes. */
  readonly urls: readonly string[]
}

export interface RouteEntry {
  readonly type: 'route'
  readonly name: string | undefined
  readonly methods: readonly string[]
  readonly paths: readonly string[]
  readonly handlers: readonly Handler[]
  readonly place: Place | undefined
  /** Indexes of earlier entries of the same list that match all of its requests. */
  readonly coveredBy: readonly number[]
  readonly misnamed: Misnamed | undefined
  readonly patterns: Patterns
}

/** The patterns that the parameters of a path have to fit, by name. */
export type Patterns = Readonly<Record<string, string>>

/** Route parameters that a contract requires and the path does not have. */
export interface Misnamed {
  readonly missing: readonly string[]
  /** Those of the path. */
  readonly known: readonly string[]
}

export interface MiddlewareEntry {
  readonly type: 'use'
  readonly paths: readonly string[]
  readonly handlers: readonly Handler[]
  readonly place: Place | undefined
  readonly misnamed: Misnamed | undefined
}

export interface MountEntry {
  readonly type: 'mount'
  readonly paths: readonly string[]
  readonly holder: HolderEntry
  readonly place: Place | undefined
  readonly patterns: Patterns
  /** As for a route: earlier entries that match all requests to the holder. */
  readonly coveredBy: readonly number[]
}

export type Entry = RouteEntry | MiddlewareEntry | MountEntry

/** An application or a router with its registrations, in order. */
export interface HolderEntry {
  readonly kind: 'app' | 'router'
  readonly dialect: string
  /** Parameters with a callback, which may skip a route. */
  readonly parameters: readonly string[]
  readonly entries: readonly Entry[]
  /** True if the holder is mounted in itself, and was shown already. */
  readonly isRepeated: boolean
}

/** A registration that the framework refused. */
export interface Refusal {
  readonly message: string
  readonly call: string
  readonly place: Place | undefined
}

/** What the child process found in a program. */
export interface Observation {
  readonly applications: readonly HolderEntry[]
  /** The names of all routes. */
  readonly names: readonly string[]
  readonly refusals: readonly Refusal[]
  /**
   * Why routes may be missing: the program neither listened nor ended in time, or it ended while it
   * waited at its top level.
   */
  readonly cutOff?: 'time' | 'pending'
  readonly failure?: { readonly message: string; readonly place: Place | undefined }
}

/** A mistake in the routes of a program. */
export interface Finding {
  readonly rule: string
  readonly message: string
  readonly place: Place | undefined
}
