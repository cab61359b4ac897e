import { onError } from '../harness/express.ts'
import { get } from '../harness/request.ts'
import { family, scenario, scenarioSince4 } from '../harness/scenario.ts'

/**
 * 4.x does not look at what handlers return: a rejected promise would end the process of the
 * tests. Ours forwards it in every dialect, which the package tests itself (W-021).
 */
const only5 = { dialects: ['5.x'] } as const
const unlessRejected = (label: string) => (label.startsWith('reject') ? only5 : {})

const outcomes: Record<string, () => unknown> = {
  'throw error': () => {
    throw new Error('thrown')
  },
  'throw text': () => {
    throw 'text'
  },
  'throw undefined': () => {
    throw undefined
  },
  'throw null': () => {
    throw null
  },
  'throw zero': () => {
    throw 0
  },
  "throw 'route'": () => {
    throw 'route'
  },
  "throw 'router'": () => {
    throw 'router'
  },
  'reject error': () => Promise.reject(new Error('rejected')),
  'reject text': () => Promise.reject('text'),
  'reject undefined': () => Promise.reject(),
  'reject null': () => Promise.reject(null),
  'reject false': () => Promise.reject(false),
  'reject empty text': () => Promise.reject(''),
  "reject 'route'": () => Promise.reject('route'),
  "reject 'router'": () => Promise.reject('router'),
  'reject later': async () => {
    await new Promise((resolve) => setTimeout(resolve, 2))
    throw new TypeError('later')
  },
}

const thenables: Record<string, () => unknown> = {
  'a handled rejection': () => {
    const promise = Promise.reject(new Error('handled'))
    promise.catch(() => {})
    return promise
  },
  'a rejecting thenable': () => ({
    // biome-ignore lint/suspicious/noThenProperty: thenables are the subject
    then: (_ok: unknown, fail: (err: Error) => void) => fail(new Error('thenable')),
  }),
  'a thenable with one parameter': () => ({
    // biome-ignore lint/suspicious/noThenProperty: thenables are the subject
    then: (...args: unknown[]) => args.length,
  }),
  'a promise of another realm': () => {
    const promise = Promise.reject(new Error('foreign'))
    // biome-ignore lint/suspicious/noThenProperty: thenables are the subject
    return { then: promise.then.bind(promise), catch: promise.catch.bind(promise) }
  },
}

export default family(
  'throws and rejections',
  Object.entries(outcomes).map(([label, fail]) =>
    scenarioSince4(
      `${label} in every place`,
      (express, probe) => {
        const app = express()
        app.use('/use', () => fail())
        app.get('/route', () => fail())
        app.all(
          '/all',
          () => fail(),
          (_req, res) => res.send('all sibling'),
        )
        app.use(
          '/router',
          express.Router().get('/x', () => fail()),
        )
        app.use(
          '/sub',
          express().get('/x', () => fail()),
        )
        app.param('id', () => fail())
        app.get('/param/:id', (_req, res) => res.send('param route'))
        app.use(
          '/handler',
          () => {
            throw new Error('original')
          },
          onError(() => fail()),
        )
        app.get('/route', (_req, res) => res.send('next route'))
        app.use(
          onError((err, _req, res, _next) => {
            probe.seen('caught', err)
            res.status(500).send('caught')
          }),
        )
        app.use((_req, res) => res.send('not caught'))
        return app
      },
      ['/use', '/route', '/all', '/router/x', '/sub/x', '/param/1', '/handler'].map((path) =>
        get(path),
      ),
      unlessRejected(label),
    ),
  ),
  Object.entries(outcomes).map(([label, fail]) =>
    scenario(
      `${label} without error handlers`,
      (express) => express().use(() => fail()),
      [get('/')],
      unlessRejected(label),
    ),
  ),
  Object.entries(thenables).map(([label, give]) =>
    scenario(
      `${label} is returned`,
      (express, probe) => {
        const app = express()
        app.get('/', (_req, res) => {
          setTimeout(() => res.headersSent || res.send('by timer'), 20)
          return give()
        })
        app.use(
          onError((err, _req, res, _next) => {
            probe.seen('caught', err)
            res.status(500).send('caught')
          }),
        )
        return app
      },
      [get('/')],
      label === 'a promise of another realm' ? only5 : {},
    ),
  ),
  scenario(
    'a rejection after the answer',
    (express, probe) => {
      const app = express()
      app.get('/', async (_req, res) => {
        res.send('answered')
        await null
        throw new Error('after answer')
      })
      app.get('/next', async (_req, _res, next) => {
        next()
        await null
        throw new Error('after next')
      })
      app.use('/next', (_req, res) => res.send('from next'))
      app.use(
        onError((err, _req, res, next) => {
          probe.seen('caught', err, res.headersSent)
          next(err)
        }),
      )
      return app
    },
    [get('/'), get('/next')],
    { linger: 5, ...only5 },
  ),
  scenario(
    'a resolved value is no signal',
    (express) => {
      const app = express()
      app.use(async () => 'route')
      app.use((_req, res) => res.send('not reached without next'))
      const top = express()
      top.use(async (_req, _res, next) => {
        await null
        next()
        return new Error('ignored')
      })
      return top.use((_req, res) => res.send('reached'))
    },
    [get('/')],
  ),
)
