import type { Router } from '../harness/express.ts'
import { get } from '../harness/request.ts'
import { familySince4, listener, scenario } from '../harness/scenario.ts'

export default familySince4(
  'many layers',
  scenario(
    'a thousand routes keep their order',
    (express) => {
      const app = express()
      for (let index = 0; index < 1500; index++) {
        app.get(`/r${index % 500}/:id`, (req, res, next) => {
          if (index < 500) next()
          else res.send(`${index} ${req.params.id}`)
        })
        if (index % 100 === 0) app.get('/:any/never', (_req, _res, next) => next())
      }
      return app
    },
    ['/r0/a', '/r250/b', '/r499/c', '/r499/never', '/r500/d', '/none'].map((path) => get(path)),
  ),
  ...[99, 100, 101, 102, 150, 350].map((count) =>
    scenario(
      `code after next() runs in its turn through ${count} layers`,
      (express, probe) => {
        const app = express()
        const order: string[] = []
        for (let index = 0; index < count; index++) {
          app.use((_req, _res, next) => {
            order.push(`>${index}`)
            next()
            order.push(`<${index}`)
          })
        }
        app.use((_req, res) => {
          order.push('end')
          res.send('end')
        })
        return listener((req, res) => {
          order.length = 0
          res.on('close', () => probe.seen('order', order.join(' ')))
          app(req as never, res as never)
          order.push('returned')
        })
      },
      [get('/')],
      { linger: 5 },
    ),
  ),
  ...[99, 101, 250].map((count) =>
    scenario(
      `code after next() runs in its turn through ${count} handlers of a route`,
      (express, probe) => {
        const app = express()
        const order: string[] = []
        const handlers = Array.from(
          { length: count },
          (_, index) => (_req: unknown, _res: unknown, next: () => void) => {
            order.push(`>${index}`)
            next()
            order.push(`<${index}`)
          },
        )
        app.get('/', handlers, (_req, res) => {
          order.push('end')
          res.send('end')
        })
        return listener((req, res) => {
          order.length = 0
          res.on('close', () => probe.seen('order', order.join(' ')))
          app(req as never, res as never)
          order.push('returned')
        })
      },
      [get('/')],
      { linger: 5 },
    ),
  ),
  scenario(
    'five thousand handlers in one route',
    (express) => {
      const app = express()
      const handlers = Array.from(
        { length: 5000 },
        () => (_q: unknown, _s: unknown, next: () => void) => next(),
      )
      app.get('/', handlers, (_req, res) => res.send('end'))
      return app
    },
    [get('/')],
  ),
  scenario(
    'thousands of error handlers and skipped layers',
    (express) => {
      const app = express()
      app.get('/x', () => {
        throw new Error('start')
      })
      for (let index = 0; index < 3000; index++) {
        app.use((_req, _res, next) => next())
        app.use(((err: unknown, _req: unknown, _res: unknown, next: (e: unknown) => void) =>
          next(err)) as never)
      }
      return app.use(((err: Error, _req: unknown, res: { send(text: string): void }, _n: unknown) =>
        res.send(err.message)) as never)
    },
    [get('/x')],
  ),
  scenario(
    'sixty nested routers trim and restore',
    (express, probe) => {
      const app = express()
      let inner: Router = express.Router()
      inner.get('/leaf', (req, res) => {
        probe.seen('leaf', req.baseUrl, req.url)
        res.send('leaf')
      })
      for (let depth = 0; depth < 60; depth++) {
        const outer = express.Router()
        outer.use(`/d${depth % 3}`, inner)
        outer.use((req, _res, next) => {
          if (depth > 57) probe.seen('up', req.baseUrl, req.url)
          next()
        })
        inner = outer
      }
      return app.use(inner)
    },
    [
      get(`${Array.from({ length: 60 }, (_, index) => `/d${(59 - index) % 3}`).join('')}/leaf`),
      get(`${Array.from({ length: 60 }, (_, index) => `/d${(59 - index) % 3}`).join('')}/miss`),
    ],
  ),
)
