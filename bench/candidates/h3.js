import { describeBody, numberedObject, numberedText, rejectLater } from '../server/answers.js'
import { listenWith } from '../server/listen.js'

/** @type {import('../candidate.ts').Candidate[]} */
export const candidates = [{ name: 'h3', package: 'h3', create: createSite }]

/** Under a name that is not known here: its types are not there when this is checked. */
const name = 'h3'

/** @returns {Promise<import('../candidate.ts').Site>} */
async function createSite() {
  const h3 = await import(name)
  /** Silent: its own log of errors is not what is measured. @type {Record<string, unknown>} */
  const config = { silent: true }
  const app = new h3.H3(config)
  return {
    steps: createSteps(app, h3, config),
    listen: () => listenWith(h3.toNodeHandler(app)),
  }
}

/**
 * @param {any} app
 * @param {any} h3
 * @param {Record<string, unknown>} config
 * @returns {import('../candidate.ts').Steps}
 */
function createSteps(app, h3, config) {
  return {
    text({ path, size }) {
      const text = numberedText(size)
      app.get(path, () => text())
    },
    json({ path }) {
      app.get(path, () => numberedObject())
    },
    echo({ path }) {
      app.get(path, (event) => ({ id: event.context.params.id, q: h3.getQuery(event).q }))
    },
    noops({ count }) {
      for (let i = 0; i < count; i++) app.use((_event, next) => next())
    },
    routes({ count }) {
      for (let i = 0; i < count; i++) {
        app.get(`/resource-${i}/:id`, (event) => event.context.params.id)
      }
    },
    body({ path }) {
      app.post(path, async (event) => describeBody(await h3.readBody(event)))
    },
    failure({ path }) {
      config.onError = (error) =>
        Response.json({ message: (error.cause ?? error).message }, { status: 500 })
      app.get(path, rejectLater)
    },
  }
}
