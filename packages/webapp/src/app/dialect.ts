import type { RouterClass } from '../router/router.ts'
import type { Application } from './application.ts'

/** Everything in which one dialect of the interface may differ from another. */
export interface Dialect {
  readonly Router: RouterClass
  /** Members of every application, request and response; users see and extend these objects. */
  readonly application: object
  readonly request: object
  readonly response: object
  /** Gives a new application the settings of the dialect. */
  readonly defaultSettings: (app: Application) => void
}
