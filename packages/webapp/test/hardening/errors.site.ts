import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import type { NextFunction, Request, Response } from '../../src/types/v5/public.ts'
import type { BuildSite, Site } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

type Act = (req: Request, res: Response, next: NextFunction) => unknown

const build: BuildSite = (site) => {
  const { app, webapp } = site
  for (const env of ['production', 'development']) {
    const own = webapp()
    own.set('env', env)
    addFailures(own)
    addFailuresAfterHead(own)
    addErrorPages(own)
    app.use(`/${env}`, inEnvironment(own))
  }
  const told = webapp()
  addFailures(told)
  told.use(tellError)
  app.use('/told', told)
  const original = webapp()
  original.disable('catch rejections')
  original.get('/caught', async (_req, res) => void res.end('caught'))
  app.use('/original', original)
  addErrorHandlers(site)
  addStrayEvents(site)
}

export default build

/** An application that answers its errors itself: a mounted one hands them to its parent. */
function inEnvironment(app: ReturnType<Site['webapp']>): never {
  const handle = (req: Request, res: Response) => app(req, res)
  return handle as never
}

const fail = (): never => {
  throw new Error('from within')
}

/** Things that are thrown although they are no errors, or errors that bite. */
const things: Record<string, unknown> = {
  string: 'text',
  number: 42,
  symbol: Symbol('x'),
  bigint: 1n,
  function: () => {},
  'null-prototype': Object.create(null),
  frozen: Object.freeze(new Error('frozen')),
  'throwing-getters': Object.defineProperties(new Error('x'), {
    status: { get: fail },
    stack: { get: fail },
    message: { get: fail },
  }),
  'throwing-inspection': { [inspect.custom]: fail, toString: fail },
  proxy: new Proxy({}, { get: fail, ownKeys: fail, getPrototypeOf: fail }),
  cyclic: Object.assign(new Error('cyclic'), { cause: undefined as unknown }),
}
;(things.cyclic as Error).cause = things.cyclic

function addFailures(app: ReturnType<Site['webapp']>): void {
  const acts: Record<string, Act> = {
    throw: fail,
    async: async () => fail(),
    late: async () => {
      await null
      fail()
    },
    'reject-null': () => Promise.reject(null),
    'reject-undefined': () => Promise.reject(),
    'reject-zero': () => Promise.reject(0),
    'next-text': (_req, _res, next) => next('x'),
    'next-error': (_req, _res, next) => next(new Error('next')),
    'next-later': (_req, _res, next) => void setImmediate(next, new Error('later')),
  }
  for (const [name, thing] of Object.entries(things)) {
    acts[`throw-${name}`] = () => {
      throw thing
    }
    acts[`reject-${name}`] = () => Promise.reject(thing)
    acts[`next-${name}`] = (_req, _res, next) => next(thing)
  }
  for (const [name, act] of Object.entries(acts)) app.get(`/fail/${name}`, act)
}

function addFailuresAfterHead(app: ReturnType<Site['webapp']>): void {
  app.get('/head/write', (_req, res) => {
    res.write('begun')
    fail()
  })
  app.get('/head/async', async (_req, res) => {
    res.write('begun')
    await null
    fail()
  })
  app.get('/head/flush', (_req, res) => {
    res.flushHeaders()
    fail()
  })
  app.get('/head/pipe', (_req, res, next) => {
    const source = Readable.from(
      (async function* () {
        yield 'begun'
        fail()
      })(),
    )
    source.on('error', next)
    source.pipe(res)
  })
  app.get('/head/render', (_req, res) => {
    res.write('begun')
    res.render('no such view')
  })
  app.get('/head/render-callback', (_req, res, next) => {
    res.write('begun')
    res.render('no such view', {}, (error: unknown) => next(error))
  })
  app.get('/end/send', (_req, res) => {
    res.send('whole')
    fail()
  })
  app.get('/end/async', async (_req, res) => {
    res.send('whole')
    await null
    fail()
  })
  app.get('/end/twice', (_req, res) => {
    res.send('whole')
    res.send('again')
  })
  app.get('/end/json', (_req, res) => {
    res.send('whole')
    res.json({})
  })
  app.get('/end/redirect', (_req, res) => {
    res.send('whole')
    res.redirect('/')
  })
  app.get('/end/next', (_req, res, next) => {
    res.send('whole')
    next(new Error('after the end'))
  })
}

const pages: Record<string, object> = {
  99: { status: 99 },
  200: { status: 200 },
  302: { status: 302 },
  399: { status: 399 },
  600: { status: 600 },
  text: { status: 'x' },
  digits: { status: '404' },
  fraction: { status: 404.5 },
  nan: { status: Number.NaN },
  infinite: { statusCode: Number.POSITIVE_INFINITY },
  418: { status: 418, headers: { 'X-Tea': 'pot' } },
  503: { statusCode: 503 },
  'bad-headers': { status: 503, headers: { 'X-A': 'a\r\nX-Evil: 1', 'X-B': 'b' } },
  'wide-headers': { status: 503, headers: { 'X-A': '日本' } },
  'bad-name': { status: 503, headers: { 'a b\n': 'c' } },
  'undefined-header': { status: 503, headers: { 'X-A': undefined } },
  'header-list': { status: 503, headers: { 'X-A': ['a', 'b'] } },
  'headers-text': { status: 503, headers: 'nonsense' },
  'framing-headers': { status: 503, headers: { 'Transfer-Encoding': 'chunked', Trailer: 'X' } },
}

function addErrorPages(app: ReturnType<Site['webapp']>): void {
  for (const [name, members] of Object.entries(pages)) {
    app.get(`/page/${name}`, () => {
      throw Object.assign(new Error('<script>alert(1)</script>'), members)
    })
    app.post(`/page/${name}`, () => {
      throw Object.assign(new Error('<script>alert(1)</script>'), members)
    })
  }
  app.get('/stale', (_req, res) => {
    res.set({
      'Content-Encoding': 'gzip',
      'Content-Length': '5',
      'Content-Range': 'bytes 0-1/2',
      'Content-Language': 'de',
      'Content-Type': 'image/png',
    })
    res.statusMessage = 'Fine'
    fail()
  })
  app.get('/reason', (_req, res) => {
    res.statusMessage = 'a\r\nX-Evil: 1'
    res.send('x')
  })
}

function addErrorHandlers({ app, webapp }: Site): void {
  const throwing = webapp()
  throwing.get('/', fail)
  throwing.use((_error: unknown, _req: Request, _res: Response, _next: NextFunction) => {
    throw new Error('from the handler')
  })
  throwing.use(tellError)
  app.use('/handlers/throws', throwing)

  const rejecting = webapp()
  rejecting.get('/', fail)
  rejecting.use(async (_error: unknown, _req: Request, _res: Response, _next: NextFunction) => {
    await null
    throw new Error('from the handler')
  })
  rejecting.use(tellError)
  app.use('/handlers/rejects', rejecting)

  const recovering = webapp()
  recovering.get('/', fail)
  recovering.use((_error: unknown, _req: Request, _res: Response, next: NextFunction) => next())
  recovering.use((_req, res) => void res.end('recovered'))
  app.use('/handlers/recovers', recovering)

  const narrow = webapp()
  narrow.get('/', fail)
  narrow.use((_error: unknown, _req: unknown, _res: unknown) => {
    throw new Error('no error handler')
  })
  narrow.use(tellError)
  app.use('/handlers/narrow', narrow)

  const last = webapp()
  last.get('/', fail)
  last.use((_error: unknown, _req: Request, _res: Response, _next: NextFunction) => fail())
  app.use('/handlers/last', last)
}

/** Errors that are emitted where nobody listens, once a client has left. */
function addStrayEvents({ app }: Site): void {
  const isOver = (res: Response) => res.writableEnded || res.destroyed
  app.get('/stray/writes', (_req, res) => {
    const timer = setInterval(() => {
      res.write('x'.repeat(10_000))
    }, 2)
    setTimeout(() => {
      clearInterval(timer)
      if (!isOver(res)) res.end()
    }, 150)
  })
  app.get('/stray/send', (_req, res) => {
    setTimeout(() => res.send('late'), 60)
  })
  app.get('/stray/next', (_req, _res, next) => {
    setTimeout(() => next(new Error('late')), 60)
  })
  app.get('/stray/pipe', (_req, res) => {
    Readable.from(Array.from({ length: 500 }, () => 'x'.repeat(10_000))).pipe(res)
  })
  app.get('/stray/reject', async () => {
    await new Promise((resolve) => setTimeout(resolve, 60))
    fail()
  })
  app.post('/stray/body', (req, res) => {
    req.on('data', () => {})
    req.on('end', () => res.end())
  })
}
