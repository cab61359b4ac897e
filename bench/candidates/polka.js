import { describeBody, numberedObject, numberedText, rejectLater } from '../server/answers.js'
import { listenWith } from '../server/listen.js'
import { loadPackage } from '../server/load-package.js'

/** @type {import('../candidate.ts').Candidate[]} */
export const candidates = [{ name: 'polka', package: 'polka', create: createSite }]

/** @returns {import('../candidate.ts').Site} */
function createSite() {
  const app = loadPackage('polka')({
    onError: (error, _req, res) => sendJson(res, error.code ?? 500, { message: error.message }),
  })
  return { steps: createSteps(app), listen: () => listenWith(app.handler) }
}

/**
 * @param {any} app
 * @returns {import('../candidate.ts').Steps}
 */
function createSteps(app) {
  return {
    text({ path, size }) {
      const text = numberedText(size)
      app.get(path, (_req, res) => sendText(res, text()))
    },
    json({ path }) {
      app.get(path, (_req, res) => sendJson(res, 200, numberedObject()))
    },
    echo({ path }) {
      app.get(path, (req, res) => sendJson(res, 200, { id: req.params.id, q: req.query.q }))
    },
    noops({ count }) {
      for (let i = 0; i < count; i++) app.use((_req, _res, next) => next())
    },
    routes({ count }) {
      for (let i = 0; i < count; i++) {
        app.get(`/resource-${i}/:id`, (req, res) => sendText(res, req.params.id))
      }
    },
    body({ path, kind }) {
      const parsers = loadPackage('body-parser')
      app.use(kind === 'json' ? parsers.json() : parsers.urlencoded({ extended: false }))
      app.post(path, (req, res) => sendJson(res, 200, describeBody(req.body)))
    },
    failure({ path }) {
      app.get(path, rejectLater)
    },
  }
}

/** It leaves answering to Node. */
function sendText(res, text) {
  res.writeHead(200, {
    'Content-Type': 'text/plain; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  })
  res.end(text)
}

function sendJson(res, status, value) {
  const text = JSON.stringify(value)
  res.writeHead(status, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': Buffer.byteLength(text),
  })
  res.end(text)
}
