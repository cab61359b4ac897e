import { get, hanging, head, post } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { probes3, scenario3, type V3Handler } from '../harness/v3.ts'

const accepts = ['', '*/*', 'text/html', 'application/json', 'text/plain', 'image/png', 'text/*']

/** An error whose frames are those of the scenario, not of one side. */
function fixed(message: string, members: object = {}): Error {
  const error = new Error(message)
  error.stack = `Error: ${message}\n    at one (file:1:2)\n    at two (file:3:4)`
  return Object.assign(error, members)
}

const failText: V3Handler = (_req, _res, next) => next('a <text>')

const failures: Record<string, V3Handler> = {
  error: (_req, _res, next) => next(fixed('<b>failed</b>')),
  status: (_req, _res, next) => next(fixed('gone', { status: 410 })),
  code: (_req, _res, next) => next(fixed('code', { statusCode: 503 })),
  low: (_req, _res, next) => next(fixed('low', { status: 200 })),
  set: (_req, res, next) => {
    res.status(404)
    next(fixed('set before'))
  },
  members: (_req, _res, next) => next(fixed('members', { a: 1, nested: { b: 2 } })),
  object: (_req, _res, next) => next({ some: 'object' }),
  headers: (_req, res, next) => {
    res.set({ 'X-A': 'b', 'Cache-Control': 'public' }).type('png')
    next(fixed('headers'))
  },
}

export default family(
  '3.x errorHandler',
  Object.entries(failures).map(([name, failure]) =>
    scenario3(
      `without a page, of ${name}`,
      (express) =>
        express()
          .use(failure)
          .use(express.errorHandler({ log: false })),
      ['application/json', 'text/plain', 'image/png'].flatMap((Accept) => [
        get('/', { headers: { Accept } }),
      ]),
    ),
  ),
  Object.entries({ 'a text': 'a <text>', 'a number': 42 }).map(([label, failure]) =>
    scenario3(
      `as JSON, of ${label}`,
      (express) =>
        express()
          .use((_req, _res, next) => next(failure))
          .use(express.errorHandler({ log: false })),
      [get('/', { headers: { Accept: 'application/json' } })],
    ),
  ),
  scenario3(
    'forgets the length of the answer that failed',
    (express) =>
      express()
        .use((_req, res, next) => {
          res.set('Content-Length', '3')
          next('longer')
        })
        .use(express.errorHandler({ log: false })),
    [get('/', { headers: { Accept: 'text/plain' } })],
  ),
  scenario3(
    'chooses the type by Accept',
    (express, probe) => {
      const app = express()
      app.use((_req, res, next) => {
        res.on('finish', () => probe.seen('type', res.getHeader('Content-Type')))
        next(Object.assign(fixed('x'), { stack: '' }))
      })
      return app.use(express.errorHandler({ log: false }))
    },
    accepts
      .filter((Accept) => !/html|\*|^$/.test(Accept))
      .map((Accept) => get('/', { headers: { Accept } })),
  ),
  scenario3(
    'shows a page',
    (express, probe) => {
      const app = express()
      app.use((_req, res, next) => {
        const { end } = res
        // The look of the page is each side's own.
        res.end = function (this: unknown, page: unknown) {
          const text = String(page)
          probe.seen(
            'page',
            res.statusCode,
            res.getHeader('Content-Type'),
            res.getHeader('X-Content-Type-Options'),
          )
          for (const part of [
            '<title>Error: &lt;b&gt;failed&lt;/b&gt;</title>',
            '<h1>Express</h1>',
            '<em>500</em> Error: &lt;b&gt;failed&lt;/b&gt;',
            'at one (file:1:2)',
          ]) {
            probe.seen(part, text.includes(part))
          }
          return end.call(res, 'page', 'utf8')
        } as typeof end
        next(fixed('<b>failed</b>'))
      })
      return app.use(express.errorHandler({ log: false }))
    },
    [
      ...accepts
        .filter((a) => /html|\*|^$/.test(a))
        .map((Accept) => get('/', { headers: { Accept } })),
      get('/'),
      post('/'),
    ],
  ),
  scenario3('has a title that can be set', (express, probe) => {
    probe.seen('title', express.errorHandler.title)
    return undefined
  }),
  probes3('errorHandler', {
    'checks its options': (express, probe) => {
      probe.seen('handler', express.errorHandler().length)
      for (const log of [true, false, undefined, () => {}]) {
        probe.attempt(typeof log, () => express.errorHandler({ log }).length)
      }
      for (const log of [null, 'text', 5]) {
        probe.attempt(String(log), () => express.errorHandler({ log }))
      }
    },
  }),
  scenario3(
    'hands errors to a function',
    (express, probe) => {
      const app = express()
      app.get('/error', failures.error)
      app.get('/text', failText)
      app.get('/object', failures.object)
      const log = (
        error: unknown,
        text: unknown,
        req: { url: string },
        res: { statusCode: number },
      ) => probe.seen('log', error, text, req.url, res.statusCode)
      return app.use(express.errorHandler({ log }))
    },
    ['/error', '/text', '/object'].map((path) => get(path, { headers: { Accept: 'text/plain' } })),
    { linger: 5 },
  ),
  ...['development', 'test', 'production'].map((env) =>
    scenario3(
      `writes to the console in ${env}`,
      (express) => {
        const app = express()
        app.get('/error', failures.error)
        app.get('/text', failText)
        return app.use(express.errorHandler())
      },
      ['/error', '/text'].map((path) => get(path, { headers: { Accept: 'text/plain' } })),
      { env, linger: 5 },
    ),
  ),
  scenario3(
    'after the head was sent cuts the connection',
    (express) => {
      const app = express()
      app.use((_req, res, next) => {
        res.write('begun')
        next(fixed('late'))
      })
      return app.use(express.errorHandler({ log: false }))
    },
    [hanging(get('/')), hanging(head('/'))],
  ),
)
