import {
  describeBody,
  numberedObject,
  numberedText,
  rejectLater,
  viewLocals,
} from '../server/answers.js'
import { loadPackage } from '../server/load-package.js'
import { addStack } from './stack.js'

/**
 * What the majors of Express do differently.
 *
 * @typedef {object} Differences
 * @property {boolean} [nests] routers can be mounted in routers, with their parameters
 * @property {boolean} [catchesRejections] a rejected handler reaches the error handlers
 * @property {(app: any) => Promise<import('node:http').Server>} [listen] instead of `app.listen`
 */

/**
 * A site on anything that has the interface of Express.
 *
 * @param {any} express
 * @param {Differences} [differences]
 * @returns {import('../candidate.ts').Site & { app: any }}
 */
export function expressSite(express, differences = {}) {
  const app = express()
  const { listen = () => app.listen(0, '127.0.0.1') } = differences
  return { app, steps: createSteps(express, app, differences), listen: () => listen(app) }
}

/**
 * @param {any} express
 * @param {any} app
 * @param {Differences} differences
 * @returns {import('../candidate.ts').Steps}
 */
function createSteps(express, app, { nests = true, catchesRejections = false }) {
  return {
    text({ path, size }) {
      const text = numberedText(size)
      app.get(path, (_req, res) => {
        res.send(text())
      })
    },
    json({ path }) {
      app.get(path, (_req, res) => {
        res.json(numberedObject())
      })
    },
    echo({ path }) {
      app.get(path, (req, res) => {
        res.json({ id: req.params.id, q: req.query.q })
      })
    },
    noops({ count }) {
      for (let i = 0; i < count; i++) app.use((_req, _res, next) => next())
    },
    ...(nests && {
      nested() {
        const [first, second, third] = Array.from({ length: 3 }, () =>
          express.Router({ mergeParams: true }),
        )
        third.get('/', (req, res) => {
          res.json({ a: req.params.a, b: req.params.b, c: req.params.c })
        })
        second.use('/c/:c', third)
        first.use('/b/:b', second)
        app.use('/a/:a', first)
      },
    }),
    routes({ count }) {
      for (let i = 0; i < count; i++) {
        app.get(`/resource-${i}/:id`, (req, res) => {
          res.send(req.params.id)
        })
      }
    },
    body({ path, kind }) {
      app.use(kind === 'json' ? express.json() : express.urlencoded({ extended: false }))
      app.post(path, (req, res) => {
        res.json(describeBody(req.body))
      })
    },
    files({ root }) {
      app.use(express.static(root))
    },
    failure({ path }) {
      if (catchesRejections) app.get(path, rejectLater)
      else app.get(path, (_req, _res, next) => rejectLater().catch(next))
      app.use((error, _req, res, _next) => {
        res.statusCode = 500
        res.json({ message: error.message })
      })
    },
    view({ path, root, name }) {
      app.engine('ejs', loadPackage('ejs').__express)
      app.set('view engine', 'ejs')
      app.set('views', root)
      app.enable('view cache')
      app.get(path, (_req, res) => {
        res.render(name, viewLocals)
      })
    },
    stack: (step) => addStack(express, app, step),
    settings({ count }) {
      for (let i = 0; i < count; i++) app.set(`setting ${i}`, i)
    },
    mounted({ count }) {
      for (let i = 0; i < count; i++) app.use(`/mounted-${i}`, express())
    },
    paramCallbacks({ count }) {
      for (let i = 0; i < count; i++) app.param(`param${i}`, (_req, _res, next) => next())
    },
  }
}
