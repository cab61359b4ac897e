import { join } from 'node:path'
import webapp, { type Application } from 'webapp'
import { problemDetails } from 'webapp/contract'
import { health } from 'webapp/ops'
import { accountPages } from './accounts/pages.ts'
import { createPasswords } from './accounts/passwords.ts'
import { findUser, readSession } from './accounts/sessions.ts'
import { Users } from './accounts/users.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { errorPage, notFound } from './errors.ts'
import { html } from './html.ts'
import { Notes } from './notes/notes.ts'
import { notePages } from './notes/pages.ts'
import { page } from './page.ts'
import { requireSameOrigin, requireToken } from './security/csrf.ts'
import { securityHeaders } from './security/headers.ts'

/** The application. `server` starts it, and the tests send it requests in memory. */
export function createApp(config: Config, database: Database): Application {
  const users = new Users(database, createPasswords(config.passwordCost))
  const app = webapp()

  app.set('trust proxy', config.trustProxy ?? false)
  app.disable('x-powered-by')
  // For a load balancer: /health/live, and /health/ready, which is 503 during a shutdown.
  app.use('/health', health())
  app.use(securityHeaders(config.isProduction))
  app.use(webapp.static(join(import.meta.dirname, '..', 'public')))

  app.use(requireSameOrigin)
  app.use(webapp.urlencoded({ limit: '100kb' }))
  app.use(readSession(config, database), findUser(users))
  app.use((_req, res, next) => {
    // Pages of a user are for the browser of this user alone.
    res.set('Cache-Control', 'private, no-cache')
    next()
  })
  // A route that reads a form with files comes before this line, and checks the token behind its
  // contract: app.post('/photos', contract({ body: form({ … }) }), requireToken, handler).
  app.use(requireToken)

  app.get('/', (req, res) => {
    if (req.user !== undefined) return res.redirect(303, '/notes')
    res.send(page('Keep your notes', welcome, {}))
  })
  app.use(accountPages(users, config.loginLimit))
  app.use(notePages(new Notes(database)))

  // Errors: problem details (RFC 9457) for programs, a page for browsers.
  app.use(notFound)
  app.use(problemDetails())
  app.use(errorPage)
  return app
}

const welcome = html`<p class="lead">Sign up, write notes, and find them again. Only you see them.</p>
<p class="row"><a class="button" href="/signup">Sign up</a> <a class="button second" href="/login">Log in</a></p>`
