import { describeBody, numberedObject, numberedText, rejectLater } from '../server/answers.js'
import { loadPackage } from '../server/load-package.js'

/** Version 5: the next one wants Node 24. @type {import('../candidate.ts').Candidate[]} */
export const candidates = [{ name: 'restana', package: 'restana', create: createSite }]

/** @returns {import('../candidate.ts').Site} */
function createSite() {
  const app = loadPackage('restana')({
    errorHandler: (error, _req, res) => res.send({ message: error.message }, 500),
  })
  return {
    steps: createSteps(app),
    listen: () => app.start(0, '127.0.0.1'),
  }
}

/**
 * @param {any} app
 * @returns {import('../candidate.ts').Steps}
 */
function createSteps(app) {
  return {
    text({ path, size }) {
      const text = numberedText(size)
      app.get(path, (_req, res) => res.send(text()))
    },
    json({ path }) {
      app.get(path, (_req, res) => res.send(numberedObject()))
    },
    echo({ path }) {
      app.get(path, (req, res) => res.send({ id: req.params.id, q: req.query.q }))
    },
    noops({ count }) {
      for (let i = 0; i < count; i++) app.use((_req, _res, next) => next())
    },
    routes({ count }) {
      for (let i = 0; i < count; i++) {
        app.get(`/resource-${i}/:id`, (req, res) => res.send(req.params.id))
      }
    },
    body({ path, kind }) {
      const parsers = loadPackage('body-parser')
      app.use(kind === 'json' ? parsers.json() : parsers.urlencoded({ extended: false }))
      app.post(path, (req, res) => res.send(describeBody(req.body)))
    },
    failure({ path }) {
      app.get(path, rejectLater)
    },
  }
}
