// `@types/express` declares these members for every version, but some dialects do not have them.
// Functions typed with `@types/express` require the members: `never` satisfies the requirement and
// still makes the member unusable. Each dialect extends the interfaces for the members it lacks.

/** A request without `accepted`. */
export interface NoAccepted {
  /** @deprecated Removed in 4.x: use `accepts()`. */
  readonly accepted: never
}

/** A request without `param`. */
export interface NoParam {
  /** @deprecated Removed in 5.x: use `params`, `body` or `query`. */
  readonly param: never
}

/** A response without `charset`. */
export interface NoCharset {
  /** @deprecated Removed in 4.x: use `type('text/html; charset=utf-8')`. */
  readonly charset: never
}

/** A response without `sendfile`. */
export interface NoSendfile {
  /** @deprecated Removed in 5.x: use `sendFile`. */
  readonly sendfile: never
}

/** An application without `resource`, `map`, `routes` and `stack`; its router holds the routes. */
export interface NoRoutes {
  /** @deprecated Removed in 3.x: use routers. */
  readonly resource: never
  /** @deprecated Removed in 3.x: use `route`. */
  readonly map: never
  /** @deprecated Removed in 4.x: read the `stack` of the application's router. */
  readonly routes: never
  /** @deprecated Removed in 4.x: use the `stack` of the application's router. */
  readonly stack: never
}

/** An application without `_router`; its router is `router`. */
export interface NoUnderscoreRouter {
  /** @deprecated Removed in 5.x: use `router`. */
  readonly _router: never
}
