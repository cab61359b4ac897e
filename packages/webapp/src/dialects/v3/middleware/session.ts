/** The export of the package express-session, with its classes as members. */
export type CreateSession = (options?: object) => unknown

/**
 * `session` of 3.x. Programs of its time do not set these two options, without which the package
 * writes deprecation notices.
 */
export function withSessionDefaults(create: CreateSession): CreateSession {
  function session(options?: object): unknown {
    return create({ resave: true, saveUninitialized: true, ...options })
  }
  return Object.assign(session, create)
}
