/**
 * What an application under measurement has to do. A plan is data, because it is handed to the
 * server process as JSON; each candidate carries out the steps in its own natural way.
 */
export type Plan = readonly Step[]

export type Step =
  /** GET `path` answers a text that differs from request to request, `size` characters long. */
  | { readonly do: 'text'; readonly path: string; readonly size?: number }
  /** GET `path` answers a small object as JSON that differs from request to request. */
  | { readonly do: 'json'; readonly path: string }
  /** GET `path` with a parameter `id` answers it and the query's `q` as JSON. */
  | { readonly do: 'echo'; readonly path: string }
  /** Middleware that does nothing but go on. */
  | { readonly do: 'noops'; readonly count: number }
  /** GET /a/:a/b/:b/c/:c through three routers, one mounted in the other, answers the parameters. */
  | { readonly do: 'nested' }
  /** GET /resource-0/:id … /resource-(count - 1)/:id, each answers its id as text. */
  | { readonly do: 'routes'; readonly count: number }
  /** POST `path` parses a body and answers its `name` and the count of its keys as JSON. */
  | { readonly do: 'body'; readonly path: string; readonly kind: 'json' | 'form' }
  /**
   * The same behind a schema: that of zod, or one that is compiled from JSON Schema. The body is
   * validated as often as `times` says, each time in a middleware of its own.
   */
  | {
      readonly do: 'validated'
      readonly path: string
      readonly library: 'zod' | 'compiled'
      readonly keys: number
      readonly times: number
    }
  /** The files of a folder under `/`. */
  | { readonly do: 'files'; readonly root: string }
  /** GET `path` rejects in an async handler; an error handler answers 500 with the message. */
  | { readonly do: 'failure'; readonly path: string }
  /** GET `path` renders the ejs view `name` of the folder `root`, cached. */
  | { readonly do: 'view'; readonly path: string; readonly root: string; readonly name: string }
  /**
   * The middleware that applications have: helmet, cors, compression, express-session and morgan. In
   * the session of `sid`, GET /list responds with 40 products as JSON, GET /view with a view of them.
   */
  | { readonly do: 'stack'; readonly root: string; readonly sid: string; readonly secret: string }
  /** Settings that nobody asks for. */
  | { readonly do: 'settings'; readonly count: number }
  /** Applications mounted at places that the request does not ask for. */
  | { readonly do: 'mounted'; readonly count: number }
  /** Callbacks for parameters that the route does not have. */
  | { readonly do: 'paramCallbacks'; readonly count: number }
  /** Somebody listens to everything that is told about requests. */
  | { readonly do: 'subscribers' }

export type StepName = Step['do']

export type StepOf<Name extends StepName> = Extract<Step, { readonly do: Name }>
