import type { Logger } from 'pino'
import webapp, { type Application } from 'webapp'
import { problemDetails } from 'webapp/contract'
import { openapi, reference } from 'webapp/openapi'
import { requestId, type ShedMiddleware } from 'webapp/ops'
import { requireLogin, requireLoginPage } from './accounts/guards.ts'
import { accountPages } from './accounts/pages.ts'
import { createPasswords } from './accounts/passwords.ts'
import { Login, NewAccount, SessionSchema } from './accounts/schemas.ts'
import { createSessions, type Sessions } from './accounts/session.ts'
import { Users } from './accounts/users.ts'
import { adminPages } from './admin/pages.ts'
import { createApi } from './api.ts'
import { Attachments } from './attachments/attachments.ts'
import { attachmentPages, uploadPages } from './attachments/pages.ts'
import type { Config } from './config.ts'
import type { Database } from './database/database.ts'
import { openDatabase } from './database/open.ts'
import { Feeds } from './feed/feed.ts'
import { feedPages } from './feed/pages.ts'
import { feedStream } from './feed/stream.ts'
import { requireSameOrigin, requireToken } from './http/csrf.ts'
import { errorPages, noSuchPage, recordError } from './http/error-pages.ts'
import { createLog, logRequests } from './http/logging.ts'
import { Problem } from './http/problem.ts'
import { createRateLimits } from './http/rate-limits.ts'
import { securityHeaders } from './http/security.ts'
import { describePage, describeVisitor, useAssets, useViews } from './http/views.ts'
import { languagePages } from './language/pages.ts'
import { createLive } from './live.ts'
import { Notes } from './notes/notes.ts'
import { notePages } from './notes/pages.ts'
import { NoteInput, NotePage, NoteSchema } from './notes/schemas.ts'
import { Search } from './notes/search.ts'
import { searchPages } from './notes/search-pages.ts'
import { sharePages } from './notes/share-pages.ts'
import { Shares } from './notes/shares.ts'
import { operatorRoutes } from './operations/health.ts'
import { endLateRequests, refuseInOverload } from './operations/limits.ts'
import { createMetrics, type Metrics } from './operations/metrics.ts'
import { presence } from './presence/presence.ts'
import { openRedis } from './redis.ts'
import type { Services } from './services.ts'
import { openStorage } from './storage/open.ts'

export interface NotesApplication {
  readonly app: Application
  readonly log: Logger
  readonly database: Database
  /** Closes the servers at once, and then everything that the application has opened. */
  close(): Promise<void>
}

/** The whole application. It listens where its caller wants, or answers `app.inject` in tests. */
export async function createNotes(config: Config): Promise<NotesApplication> {
  const services = await openServices(config)
  const sessions = createSessions(config, services.redis, services.users)
  const overload = refuseInOverload(config)
  const metrics = createMetrics(overload)
  const app = createApp(services, sessions, { metrics, overload })
  return {
    app,
    log: services.log,
    database: services.database,
    async close() {
      await app.close({ timeout: 0 })
      metrics.close()
      sessions.close()
      // First the connections: what waits for Redis must not keep the process.
      services.redis?.close()
      await services.live.close()
      await services.database.close()
    },
  }
}

async function openServices(config: Config): Promise<Services> {
  const log = createLog(config.logLevel)
  const database = await openDatabase(config, log)
  const redis = config.redisUrl === undefined ? undefined : openRedis(config.redisUrl, log)
  const live = createLive(redis, log)
  const notes = new Notes(database, live)
  return {
    config,
    log,
    database,
    redis,
    live,
    limits: createRateLimits(config, redis),
    users: new Users(database, createPasswords(config.passwordCost), live),
    notes,
    shares: new Shares(database, notes, live),
    search: new Search(database),
    attachments: new Attachments(database, notes, openStorage(config), log),
    feeds: new Feeds(database),
  }
}

interface Operations {
  readonly metrics: Metrics
  readonly overload: ShedMiddleware
}

function createApp(
  services: Services,
  sessions: Sessions,
  { metrics, overload }: Operations,
): Application {
  const { config, log, limits } = services
  const app = webapp()
  app.disable('x-powered-by')
  app.set('env', config.isProduction ? 'production' : 'development')
  if (config.trustProxy !== undefined) app.set('trust proxy', config.trustProxy)
  useViews(app, config.isProduction)

  // Machines ask for these often: no log, no limit, no session.
  app.use(operatorRoutes(services, metrics.handler))

  app.use(overload, requestId(), logRequests(log), securityHeaders(config.isProduction))
  app.use(endLateRequests(config))
  useAssets(app, config.isProduction)
  app.get('/openapi.json', openapi(app, DOCUMENT))
  app.use('/docs', reference('/openapi.json'))

  app.use(limits.requests, requireSameOrigin)
  app.use('/api/v1', sessions.middleware, createApi(services))
  app.get('/events', sessions.middleware, requireLogin, feedStream(services, sessions))

  app.use(describePage)
  app.use(languagePages())
  app.use(sessions.middleware, describeVisitor)
  app.use('/notes/:id/presence', requireLogin)
  app.use(presence(services, sessions))
  app.use(uploadPages(services))

  app.use(webapp.urlencoded({ limit: '1mb' }))
  app.use(accountPages(services))
  app.use(['/notes', '/search', '/feed', '/admin'], requireLoginPage, requireToken)
  app.use(notePages(services), sharePages(services), attachmentPages(services))
  app.use(searchPages(services), feedPages(services), adminPages(services))

  app.use(noSuchPage)
  app.use(recordError)
  app.use('/api', problemDetails({ log: false }))
  app.use(errorPages)
  return app
}

const DOCUMENT = {
  info: {
    title: 'Notes',
    version: '1.0.0',
    description:
      'Log in with POST /api/v1/session and keep its cookie. Requests that change data send the ' +
      'csrfToken of the session in the header X-CSRF-Token.',
  },
  only: 'contracts' as const,
  // The names of the types in generated clients.
  schemas: {
    NewAccount,
    Login,
    Session: SessionSchema,
    Note: NoteSchema,
    NoteInput,
    NotePage,
    Problem,
  },
  securitySchemes: {
    session: { type: 'apiKey', in: 'cookie', name: 'notes' },
    csrf: { type: 'apiKey', in: 'header', name: 'X-CSRF-Token' },
  },
  security: [{ session: [], csrf: [] }],
}
