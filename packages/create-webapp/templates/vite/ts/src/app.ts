import webapp, { type Application, type RequestHandler } from 'webapp'
import { problemDetails } from 'webapp/contract'
import { openapi, reference } from 'webapp/openapi'
import { health } from 'webapp/ops'
import { errorPage, notFound } from './errors.ts'
import { api, schemas } from './notes.ts'

/** The application: the API, and the client, which `server` and `develop` serve in different ways. */
export function createApp(client: RequestHandler): Application {
  const app = webapp()

  app.disable('x-powered-by')
  // For a load balancer: /health/live, and /health/ready, which is 503 during a shutdown.
  app.use('/health', health())
  app.use('/api', api, notFound)

  // The description of the API, and a page to read it and to send requests.
  const info = { title: 'Notes', version: '0.1.0' }
  app.get('/openapi.json', openapi(app, { info, schemas, only: 'contracts' }))
  app.use('/docs', reference('/openapi.json'))

  app.use(client)

  // Errors: problem details (RFC 9457) for programs, a page for browsers.
  app.use(notFound)
  app.use(problemDetails())
  app.use(errorPage)
  return app
}
