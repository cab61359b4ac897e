// biome-ignore-all lint/suspicious/noExplicitAny: public types default to any where people know it so.

declare global {
  /**
   * The namespace that code bases and packages augment to add members to every request, response
   * and application, whichever dialect they run on. It is empty here on purpose.
   */
  namespace Express {
    /** Members that middleware adds to each request. */
    interface Request {}
    /** Members that middleware adds to each response. */
    interface Response {}
    /** Members that packages add to each application. */
    interface Application {}
    /** Template variables known to every response and application. */
    interface Locals {}
    /** The authenticated user, as authentication middleware describes it. */
    interface User {}
  }
}

/** Template variables that every `res.locals` and `app.locals` holds. */
export interface Locals extends Express.Locals {}

/** Any set of template variables; values are whatever the application puts there. */
// any: templates and handlers read these without narrowing, as they always have.
export type LocalsRecord = Record<string, any>
