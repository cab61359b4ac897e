import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { fileTree } from '../harness/file-tree.ts'
import { get, head, post, type RawRequest, request } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import {
  onError3,
  probes3,
  scenario3,
  type V3App,
  type V3Express,
  type V3Handler,
} from '../harness/v3.ts'

const form = { 'Content-Type': 'application/x-www-form-urlencoded' }

function overriding(method: string, header: string, body?: string): RawRequest {
  const headers = { 'X-HTTP-Method-Override': header }
  return body === undefined
    ? request(method, '/', { headers })
    : request(method, '/', { headers: { ...headers, ...form }, body })
}

function echo(...steps: ((express: V3Express) => V3Handler)[]) {
  return (express: V3Express, probe: { seen(label: string, ...values: unknown[]): void }) => {
    const app = express()
    for (const step of steps) app.use(step(express))
    app.use((req, res) => {
      const { originalMethod } = req as unknown as Record<string, unknown>
      probe.seen('request', req.method, originalMethod, req.query, req.body)
      res.end()
    })
    return app.use(
      onError3((err, _req, res, _next) => {
        probe.seen('error', err.message, err.status)
        res.send(Number(err.status) || 500, 'failed')
      }),
    )
  }
}

/** One request, seen through a client that knows neither the case nor the order of headers. */
async function ask(app: V3App, init?: RequestInit, path = '/'): Promise<Response> {
  const server = app.listen(0, '127.0.0.1')
  await once(server, 'listening')
  try {
    const { port } = server.address() as AddressInfo
    return await fetch(`http://127.0.0.1:${port}${path}`, init)
  } finally {
    server.close()
  }
}

const override: Record<string, unknown[]> = {
  'no arguments': [],
  'a key': ['method'],
}

export default family(
  '3.x middleware',
  Object.entries(override).map(([label, args]) =>
    scenario3(
      `methodOverride with ${label}`,
      echo(
        (express) => express.urlencoded(),
        (express) => express.methodOverride(...args),
      ),
      [
        post('/'),
        overriding('POST', 'PUT'),
        overriding('POST', 'delete'),
        overriding('POST', 'unknown'),
        overriding('POST', ''),
        overriding('PUT', 'PATCH'),
        ...['_method=PUT', '_method=put&a=1', 'method=DELETE', '_method=hello', '_method='].map(
          (body) => post('/', { headers: form, body }),
        ),
        overriding('POST', 'PATCH', '_method=PUT&method=DELETE'),
        post('/', { headers: form, body: '_method[a]=PUT' }),
      ],
    ),
  ),
  scenario3(
    'methodOverride of GET and HEAD',
    echo((express) => express.methodOverride()),
    [overriding('GET', 'DELETE'), overriding('HEAD', 'POST')],
  ),
  scenario3(
    'query parses once',
    (express, probe) =>
      express()
        .use((req, _res, next) => {
          if (req.query.mine) req.query = { replaced: true }
          next()
        })
        .use(express.query())
        .use((req, res) => {
          probe.seen('query', req.query)
          res.end()
        }),
    ['/', '/?a=1&b[c]=2', '/?mine=1', '/?a[]=1&a[]=2', '/?%zz'].map((target) => get(target)),
  ),
  scenario3(
    'query runs without an application',
    (express, probe) => {
      const query = express.query()
      return ((req, res) => {
        query(req, res, () => {
          probe.seen('query', req.query)
          res.end()
        })
      }) as V3Handler
    },
    ['/', '/?a=1&b[c]=2', 'http://h.test/?x=y'].map((target) => get(target)),
  ),
  [5, '5b', '1kb'].map((size) =>
    scenario3(
      `limit of ${size}`,
      echo(
        (express) => express.limit(size),
        (express) => express.urlencoded(),
      ),
      [
        get('/'),
        post('/', { headers: form, body: 'a=1' }),
        post('/', { headers: form, body: 'a=123' }),
        post('/', { headers: form, body: `a=${'x'.repeat(2000)}` }),
        post('/', { headers: form, body: 'a=1', chunked: true }),
      ],
    ),
  ),
  [
    [10, 5, 20],
    [5, 10],
  ].map((sizes) =>
    scenario3(
      `limits of ${sizes.join(', ')} in a row`,
      echo(...sizes.map((size) => (express: V3Express) => express.limit(size)), (express) =>
        express.urlencoded(),
      ),
      [
        get('/'),
        ...[1, 4, 7, 15, 30].map((length) =>
          post('/', { headers: form, body: `a=${'x'.repeat(length)}` }),
        ),
        post('/', { headers: form, body: 'a=1', chunked: true }),
      ],
    ),
  ),
  scenario3(
    'limit of a body that does not tell its length',
    echo(
      (express) => express.limit(5),
      (express) => express.urlencoded(),
    ),
    [post('/', { headers: form, body: `a=${'x'.repeat(2000)}`, chunked: true })],
  ),
  probes3('limit', {
    'takes a number of bytes': (express, probe) => {
      for (const size of [0, 5, '1mb'])
        probe.attempt(String(size), () => express.limit(size).length)
    },
  }),
  probes3('responseTime', {
    'tells the time': async (express, probe) => {
      const app = express().use(express.responseTime())
      const answer = await ask(app.use((_req, res) => res.send('x')))
      probe.seen('time', /^[\d.]+ms$/.test(String(answer.headers.get('X-Response-Time'))))
    },
  }),
  scenario3(
    'timeout fails requests that take long',
    (express, probe) => {
      const app = express().use(express.timeout(30))
      app.get('/fast', (_req, res) => res.send('fast'))
      app.get('/slow', (req) => {
        Reflect.get(req, 'on').call(req, 'timeout', (ms: number) => probe.seen('timeout', ms))
      })
      app.get('/cleared', (req, res) => {
        ;(req as unknown as { clearTimeout(): void }).clearTimeout()
        setTimeout(() => res.send('cleared'), 60)
      })
      return app.use(
        onError3((err, _req, res, _next) => {
          probe.seen('error', err.message, err.status, err.code)
          res.send(503, 'late')
        }),
      )
    },
    [get('/fast'), get('/slow'), get('/cleared')],
  ),
  scenario3(
    'compress compresses texts that are large enough',
    (express) => {
      const app = express().use(express.compress({ threshold: 10 }))
      app.get('/small', (_req, res) => res.send('small'))
      app.get('/large', (_req, res) => res.send('x'.repeat(100)))
      app.get('/image', (_req, res) => res.type('png').send(Buffer.alloc(100)))
      return app
    },
    ['/small', '/large', '/image'].flatMap((path) => [
      get(path),
      get(path, { headers: { 'Accept-Encoding': 'gzip' } }),
      head(path, { headers: { 'Accept-Encoding': 'gzip' } }),
    ]),
  ),
  probes3('session', {
    'keeps state by a signed cookie': async (express, probe) => {
      const app = express()
        .use(express.cookieParser('secret'))
        .use(express.session({ secret: 'secret', resave: true, saveUninitialized: true }))
        .use((req, res) => {
          const session = req.session ?? {}
          session.count = Number(session.count ?? 0) + 1
          res.send(String(session.count))
        })
      const first = await ask(app)
      const cookie = String(first.headers.get('Set-Cookie'))
      probe.seen('first', await first.text(), cookie.replace(/s%3A[^;]+/, '<signed>'))
      for (const sent of [
        cookie.split(';')[0] ?? '',
        'connect.sid=broken',
        'connect.sid=s%3Ax.y',
      ]) {
        const answer = await ask(app, { headers: { Cookie: sent } })
        probe.seen('next', await answer.text(), answer.headers.has('Set-Cookie'))
      }
    },
    'guards forms by csrf': async (express, probe) => {
      const app = express()
        .use(express.cookieParser('secret'))
        .use(express.session({ secret: 'secret', resave: true, saveUninitialized: true }))
        .use(express.csrf())
        .use((req, res) => res.send((req as unknown as { csrfToken(): string }).csrfToken()))
        .use(onError3((err, _req, res, _next) => res.send(Number(err.status), String(err.code))))
      const first = await ask(app)
      const Cookie = String(first.headers.get('Set-Cookie')).split(';')[0] ?? ''
      const token = await first.text()
      for (const sent of [token, 'wrong', '']) {
        const headers = { Cookie, 'X-CSRF-Token': sent }
        const answer = await ask(app, { method: 'POST', headers })
        probe.seen('form', answer.status, answer.status === 200 || (await answer.text()))
      }
    },
  }),
  probes3('Content-Security-Policy', {
    'of error pages and redirects': async (express, probe) => {
      const app = express().use(express.static(`${fileTree()}/site`))
      for (const path of ['/missing', '/dir']) {
        const answer = await ask(app, { redirect: 'manual' }, path)
        probe.seen(path, answer.status, answer.headers.get('Content-Security-Policy'))
      }
    },
  }),
  probes3('directory', {
    'lists files': async (express, probe) => {
      const app = express().use(express.directory(`${fileTree()}/site/dir`))
      for (const Accept of ['application/json', 'text/plain']) {
        const answer = await ask(app, { headers: { Accept } })
        probe.seen(Accept, answer.status, await answer.text())
      }
    },
    'has an order': async (express, probe) => {
      const folder = `${fileTree()}/ordered`
      for (const name of ['B', 'a', 'Z']) mkdirSync(`${folder}/${name}`, { recursive: true })
      for (const name of ['b.txt', 'A.txt', '10', '9', '_', 'ä'])
        writeFileSync(`${folder}/${name}`, '')
      const app = express().use(express.directory(folder))
      for (const Accept of ['application/json', 'text/plain', 'text/html']) {
        const text = await (await ask(app, { headers: { Accept } })).text()
        const titles = [...text.matchAll(/title="([^"]*)"/g)].map(([, title]) => title)
        probe.seen(Accept, titles.length > 0 ? titles : text)
      }
    },
    'escapes names of files and of folders': async (express, probe) => {
      const app = express().use(express.directory(`${fileTree()}/listed`))
      for (const path of ['/', '/%3Cb%3E/', '/?<b>']) {
        const answer = await ask(app, { headers: { Accept: 'text/html' } }, path)
        probe.seen(path, answer.status, await answer.text())
      }
    },
  }),
)
