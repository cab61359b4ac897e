import { sleep } from '../../tools/sleep.ts'
import type { DialectName } from '../harness/dialects.ts'
import { onError } from '../harness/express.ts'
import { get, hanging, head, keepAlive, post, request } from '../harness/request.ts'
import { family, type Scenario, scenario, scenarioSince4 } from '../harness/scenario.ts'

const envs = ['development', 'production', 'test', 'other']

const errors: Record<string, () => unknown> = {
  'an Error': () => new Error('plain & <b>"quoted"</b>'),
  'a TypeError': () => new TypeError('typed'),
  'an Error of two lines': () => new Error('line one\nline two'),
  'an Error with two spaces': () => new Error('two  spaces'),
  'an Error without message': () => new Error(),
  'a text': () => 'text <b>',
  'a number': () => 42,
  true: () => true,
  'an object': () => ({ message: 'plain object' }),
  'an object with status': () => ({ status: 418, message: 'teapot' }),
  'an object with toString': () => ({ toString: () => 'stringified' }),
  'an array': () => ['a', 'b'],
  'a null-prototype object': () => Object.assign(Object.create(null), { status: 403 }),
  'a frozen error': () => Object.freeze(new Error('frozen')),
  'a symbol': () => Symbol('sym'),
  'a function': () => () => 'fn',
  'a bigint': () => 1n,
  'an Error without stack': () => Object.assign(new Error('bare'), { stack: undefined }),
  'an Error with own stack': () => Object.assign(new Error('bare'), { stack: 'my\nstack <x>' }),
  'an Error with stack as object': () => Object.assign(new Error('bare'), { stack: { a: 1 } }),
  'an Error with toString': () => Object.assign(new Error('bare'), { toString: () => 'mine' }),
  'a class': () => new (class CustomError extends Error {})('custom'),
  'a cause': () => new Error('outer', { cause: new Error('inner') }),
  'an AggregateError': () => new AggregateError([new Error('a')], 'many'),
}

const statuses: readonly (readonly [string, unknown])[] = [
  ['400', 400],
  ['404', 404],
  ['499', 499],
  ['500', 500],
  ['503', 503],
  ['599', 599],
  ['600', 600],
  ['399', 399],
  ['302', 302],
  ['200', 200],
  ['100', 100],
  ['99', 99],
  ['0', 0],
  ['-1', -1],
  ['1000', 1000],
  ["'404'", '404'],
  ["'x'", 'x'],
  ['null', null],
  ['undefined', undefined],
  ['NaN', Number.NaN],
  ['404.5', 404.5],
  ['true', true],
  ['420', 420],
]

/** The final handler of 4.x throws when it writes such an object to the console, and 3.x throws always. */
function bareIn(env: string): readonly DialectName[] {
  return env === 'test' ? ['5.x', '4.x'] : ['5.x']
}

function everyEnv(name: string, make: (env: string) => Omit<Scenario, 'name' | 'env'>): Scenario[] {
  return envs.map((env) => ({ ...make(env), name: `${name} in ${env}`, env }))
}

export default family(
  'the final handler',
  Object.entries(errors).flatMap(([label, make]) =>
    everyEnv(`answers ${label}`, (env) => ({
      app: (express) => express().use((_req, _res, next) => next(make())),
      // The length of a page with a stack differs, and HEAD shows nothing else of it.
      requests: env === 'production' ? [get('/x'), head('/x')] : [get('/x')],
      ...(label === 'a null-prototype object' ? { dialects: bareIn(env) } : {}),
    })),
  ),
  statuses.flatMap(([label, value]) =>
    ['status', 'statusCode'].map((field) =>
      scenario(
        `takes ${field} ${label}`,
        (express) =>
          express()
            .use('/503', (_req, res, next) => {
              res.status(503)
              next()
            })
            .use('/302', (_req, res, next) => {
              res.status(302)
              next()
            })
            .use((_req, _res, next) => next(Object.assign(new Error('has'), { [field]: value }))),
        [get('/'), get('/503'), get('/302')],
        { env: 'production' },
      ),
    ),
  ),
  scenario(
    'prefers status to statusCode, and both to the response',
    (express) => {
      const app = express()
      const fail =
        (fields: object) =>
        (_q: unknown, res: { statusCode: number }, next: (e: unknown) => void) => {
          res.statusCode = 504
          next(Object.assign(new Error('x'), fields))
        }
      app.use('/both', fail({ status: 401, statusCode: 402 }))
      app.use('/bad-status', fail({ status: 99, statusCode: 402 }))
      app.use('/bad-both', fail({ status: 99, statusCode: 1 }))
      app.use('/none', fail({}))
      return app
    },
    ['/both', '/bad-status', '/bad-both', '/none'].map((path) => get(path)),
    { env: 'production' },
  ),
  everyEnv('takes headers of the error', () => ({
    app: (express) => {
      const app = express()
      const fail =
        (headers: unknown, status?: unknown) =>
        (_q: unknown, _s: unknown, next: (e: unknown) => void) =>
          next(Object.assign(new Error('with headers'), { headers, status }))
      app.use('/object', fail({ 'X-One': '1', 'x-two': ['a', 'b'], 'Retry-After': 5 }, 503))
      app.use('/no-status', fail({ 'X-One': '1' }))
      app.use('/bad-status', fail({ 'X-One': '1' }, 200))
      app.use('/null', fail(null, 400))
      app.use('/text', fail('X-One: 1', 400))
      app.use('/array', fail(['X-One'], 400))
      app.use(
        '/own',
        fail({ 'Content-Type': 'a/b', 'Content-Length': '1', 'Content-Security-Policy': 'x' }, 400),
      )
      app.use('/proto', fail(Object.create({ 'X-Proto': '1' }), 400))
      return app
    },
    requests: ['object', 'no-status', 'bad-status', 'null', 'text', 'array', 'own', 'proto'].map(
      (name) => get(`/${name}`),
    ),
  })),
  everyEnv('answers 404', () => ({
    app: (express) => express().get('/there', (_req, res) => res.send('there')),
    requests: [
      get('/missing'),
      get('/'),
      get('/<script>alert(1)</script>?q=<b>'),
      get('/a%20b/%3Cb%3E'),
      get('/\'quotes"&amp;'),
      get('/%zz'),
      get('//double'),
      get('http://absolute.example/path?query'),
      head('/missing'),
      post('/there', { body: 'abc' }),
      request('DELETE', '/there'),
      request('OPTIONS', '*'),
      request('PROPFIND', '/x'),
      get('/missing', { headers: { Accept: 'application/json' } }),
      get('/missing', { http10: true }),
      get('/missing', { headers: { 'If-None-Match': '*' } }),
      get('/é'.normalize()),
      get('/back\\slash'),
      get('/mounted/x'),
    ],
  })),
  scenarioSince4(
    'shows the original url from within mounts',
    (express) => {
      const app = express()
      app.use(
        '/a',
        express.Router().use('/b', (_req, _res, next) => next()),
      )
      app.use('/sub', express())
      app.use('/rewritten', (req, _res, next) => {
        req.url = '/changed'
        next()
      })
      app.use('/orig', (req, _res, next) => {
        req.originalUrl = '/forged?x=1'
        next()
      })
      return app
    },
    ['/a/b/c?d=e', '/sub/x', '/rewritten/x', '/orig'].map((path) => get(path)),
  ),
  scenario(
    'drops stale headers and keeps others',
    (express) => {
      const app = express()
      app.use((_req, res, next) => {
        res
          .set({
            'Content-Encoding': 'gzip',
            'Content-Language': 'de',
            'Content-Range': 'bytes 0-1/2',
            'Content-Type': 'application/json',
            'Content-Length': '5000',
            ETag: '"x"',
            'Last-Modified': 'Mon, 01 Jan 2024 00:00:00 GMT',
            'Cache-Control': 'public',
            'X-Other': 'kept',
            'Transfer-Encoding': 'chunked',
            'Content-Security-Policy': 'own',
            'X-Content-Type-Options': 'own',
          })
          .cookie('a', 'b')
        res.statusMessage = 'Custom'
        next()
      })
      app.use('/fail', () => {
        throw new Error('x')
      })
      return app
    },
    [get('/miss'), get('/fail'), head('/miss'), head('/fail')],
    { env: 'production' },
  ),
  scenario(
    'closes the connection when something was sent already',
    (express) => {
      const app = express()
      app.get('/write', (_req, res) => {
        res.write('partial')
        throw new Error('after write')
      })
      app.get('/flush', (_req, res, next) => {
        res.set('Content-Length', '100').flushHeaders()
        setTimeout(() => next(new Error('after flush')), 10)
      })
      app.get('/later', (_req, res, next) => {
        res.write('first ')
        setTimeout(() => next(new Error('later')), 10)
      })
      app.get('/next', (_req, res, next) => {
        res.write('partial')
        setTimeout(next, 10)
      })
      app.get('/ended', (_req, res, next) => {
        res.end('whole')
        // The client has the whole answer, and has noted that the connection is open.
        void sleep(60).then(() => next(new Error('ended')))
      })
      app.get('/handled', (_req, res) => {
        res.write('partial')
        throw new Error('handled')
      })
      app.use(
        '/handled',
        onError((_err, _req, res, _next) => res.end(' and finished')),
      )
      return app
    },
    [
      ...['/write', '/flush', '/later', '/ended', '/handled'].map((path) => get(path)),
      hanging(get('/next')),
    ],
    { linger: 120 },
  ),
  scenario(
    'waits for the body of the request',
    (express) => express().get('/there', (_req, res) => res.send('x')),
    [
      keepAlive([post('/miss', { body: 'x'.repeat(100_000) }), get('/there'), get('/miss')]),
      post('/miss', { body: 'chunks', chunked: true }),
    ],
  ),
  scenario(
    'is silent in test and tells in development, through the settings of the app',
    (express) => {
      const app = express().set('env', 'test')
      app.use('/test', () => {
        throw new Error('silent')
      })
      const loud = express().set('env', 'loud')
      loud.use(() => {
        throw new Error('loud')
      })
      const production = express().set('env', 'production')
      production.use(() => {
        throw new Error('production')
      })
      return app.use('/loud', loud).use('/production', production)
    },
    [get('/test'), get('/loud'), get('/production')],
  ),
  scenario(
    'follows a changed env setting',
    (express) => {
      const app = express()
      app.use('/:env', (req) => {
        app.set('env', req.params.env as string)
        throw new Error(`in ${String(req.params.env)}`)
      })
      return app
    },
    ['/production', '/test', '/development', '/x'].map((path) => get(path)),
  ),
  scenario(
    'survives a response that middleware replaced',
    (express, probe) => {
      const app = express()
      app.use((_req, res, next) => {
        const { end, setHeader } = res
        res.end = ((...args: Parameters<typeof end>) => {
          probe.seen('end', args)
          return end.apply(res, args)
        }) as typeof end
        res.setHeader = ((name: string, value: string) => {
          probe.seen('setHeader', name, value)
          return setHeader.call(res, name, value)
        }) as typeof setHeader
        next()
      })
      return app
    },
    [get('/miss')],
  ),
)
