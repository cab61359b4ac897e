declare global {
  /**
   * The namespace that applications and packages augment to add members to every request, response
   * and application of any dialect. It is empty on purpose.
   */
  namespace Express {
    /** Members that middleware adds to each request. */
    interface Request {}
    /** Members that middleware adds to each response. */
    interface Response {}
    /** Members that packages add to each application. */
    interface Application {}
    /** Template variables that every response and application has. */
    interface Locals {}
    // No `User`: it would hide an imported type of that name in `interface Request { user?: User }`.
  }
}

/** Template variables that every `res.locals` and `app.locals` holds. */
export interface Locals extends Express.Locals {}

/** Any set of template variables; the application decides the values. */
// any: templates and handlers read these values without narrowing.
export type LocalsRecord = Record<string, any>
