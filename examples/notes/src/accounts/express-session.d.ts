/**
 * The part of express-session that this application uses. An application of its own installs
 * @types/express-session instead; here it would change the types of all examples of the workspace.
 */
declare module 'express-session' {
  import type { EventEmitter } from 'node:events'
  import type { RequestHandler } from 'webapp'

  export interface SessionData {
    cookie: { maxAge?: number | null }
    /** The user who is logged in. */
    userId?: number
    /** The token that forms must send. */
    csrf?: string
    /** The note that was saved, until its page has said so. */
    savedNote?: string
  }

  export interface Session extends SessionData {
    readonly id: string
    regenerate(done: (error?: unknown) => void): void
    save(done: (error?: unknown) => void): void
    destroy(done: (error?: unknown) => void): void
  }

  export abstract class Store extends EventEmitter {
    abstract get(id: string, done: (error: unknown, session?: SessionData | null) => void): void
    abstract set(id: string, session: SessionData, done?: (error?: unknown) => void): void
    abstract destroy(id: string, done?: (error?: unknown) => void): void
    touch?(id: string, session: SessionData, done?: () => void): void
  }

  interface SessionOptions {
    readonly name: string
    readonly secret: string | readonly string[]
    readonly store: Store
    readonly resave: boolean
    readonly saveUninitialized: boolean
    readonly cookie: {
      readonly httpOnly: boolean
      readonly sameSite: 'lax' | 'strict'
      readonly secure: boolean | 'auto'
      readonly maxAge: number
    }
  }

  export default function session(options: SessionOptions): RequestHandler

  global {
    namespace Express {
      interface Request {
        session: Session
      }
    }
  }
}
