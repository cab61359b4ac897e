/**
 * Members that the community's types of Express declare for every version, and that a dialect does
 * not have. Functions written with those types ask for them; `never` is what fits there and still
 * cannot be used. Which dialect lacks which member is told where these are extended.
 */
export interface NoAccepted {
  /** @deprecated Gone since 4.x: use `accepts()`. */
  readonly accepted: never
}

/** A request without `param`. */
export interface NoParam {
  /** @deprecated Gone since 5.x: use `params`, `body` or `query`. */
  readonly param: never
}

/** A response without `charset`. */
export interface NoCharset {
  /** @deprecated Gone since 4.x: use `type('text/html; charset=utf-8')`. */
  readonly charset: never
}

/** A response without `sendfile`. */
export interface NoSendfile {
  /** @deprecated Gone since 5.x: use `sendFile`. */
  readonly sendfile: never
}

/** An application whose routes are found in its router. */
export interface NoRoutes {
  /** @deprecated Gone since 3.x: use routers. */
  readonly resource: never
  /** @deprecated Gone since 3.x: use `route`. */
  readonly map: never
  /** @deprecated Gone since 4.x: walk the stack of the application's router. */
  readonly routes: never
  /** @deprecated Gone since 4.x: the application's router has the stack. */
  readonly stack: never
}

/** An application that has its router as `router`. */
export interface NoUnderscoreRouter {
  /** @deprecated Gone since 5.x: use `router`. */
  readonly _router: never
}
