import { SessionCookie } from './session-cookie.ts'

/** The export of the package express-session, with its classes as members. */
export type CreateSession = ((options?: object) => unknown) & {
  readonly Cookie?: { readonly prototype: object }
}

/**
 * `session` of 3.x. Programs of its time do not set these two options, without which the package
 * writes deprecation notices.
 */
export function withSessionDefaults(create: CreateSession): CreateSession {
  function session(options?: object): unknown {
    return create({ resave: true, saveUninitialized: true, ...options })
  }
  if (create.Cookie !== undefined) inheritCookies(create.Cookie)
  return Object.assign(session, create)
}

/** As in Express, the cookies of `cookieSession` are instances of `session.Cookie`. */
function inheritCookies({ prototype }: { readonly prototype: object }): void {
  Object.setPrototypeOf(SessionCookie.prototype, prototype)
}
