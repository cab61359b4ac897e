import { channel } from 'node:diagnostics_channel'
import { describeBody } from '../server/answers.js'
import { listenWith } from '../server/listen.js'
import { loadPackage } from '../server/load-package.js'
import { compiledSchema, zodSchema } from '../server/validated.js'
import { expressSite } from '../styles/express.js'

/** The built package of this workspace. @type {import('../candidate.ts').Candidate[]} */
export const candidates = [
  {
    name: 'webapp',
    package: 'webapp',
    answersLikeExpress: true,
    create: createWebapp,
  },
  {
    name: 'webapp-shortcuts-off',
    package: 'webapp',
    answersLikeExpress: true,
    env: { WEBAPP_SHORTCUTS: 'off' },
    create: createWebapp,
  },
  {
    name: 'webapp-create',
    package: 'webapp',
    answersLikeExpress: true,
    create() {
      const listen = (/** @type {any} */ app) => listenWith(app)
      return expressSite(loadPackage('webapp'), { catchesRejections: true, listen })
    },
  },
  {
    name: 'webapp-v4',
    package: 'webapp',
    answersLikeExpress: true,
    create: () => createSite('webapp/v4'),
  },
  {
    name: 'webapp-v3',
    package: 'webapp',
    answersLikeExpress: true,
    create: () => createSite('webapp/v3', { nests: false }),
  },
  // Validation in ordinary middleware: the difference is what contracts cost.
  {
    name: 'webapp-by-hand',
    package: 'webapp',
    answersLikeExpress: true,
    create() {
      const webapp = loadPackage('webapp')
      const { app, ...site } = expressSite(webapp, {})
      return { ...site, steps: { validated: (step) => addValidatedByHand(webapp, app, step) } }
    },
  },
]

/**
 * @param {import('../scenario.ts').Protocol} [protocol]
 * @returns {import('../candidate.ts').Site}
 */
function createWebapp(protocol = 'http') {
  const listen = (/** @type {any} */ app) => listenWith(app, protocol)
  const secure = protocol !== 'http' && { listen }
  const site = createSite('webapp', { catchesRejections: true, ...secure })
  return { ...site, steps: { ...site.steps, subscribers: subscribeToAll } }
}

/**
 * A site with contracts.
 *
 * @param {string} name
 * @param {object} [differences]
 * @returns {import('../candidate.ts').Site}
 */
function createSite(name, differences) {
  const webapp = loadPackage(name)
  const { app, ...site } = expressSite(webapp, differences)
  return { ...site, steps: { ...site.steps, validated: (step) => addValidated(webapp, app, step) } }
}

/**
 * @param {any} webapp
 * @param {any} app
 * @param {import('../plan.ts').StepOf<'validated'>} step
 */
async function addValidated(webapp, app, { path, library, keys, times }) {
  const { contract } = loadPackage('webapp/contract')
  app.set('env', 'production')
  app.use(webapp.json())
  const body = library === 'zod' ? await zodSchema(keys) : await compiledSchema(keys)
  app.post(path, ...repeat(times, () => contract({ body })), answer)
}

/**
 * @param {any} webapp
 * @param {any} app
 * @param {import('../plan.ts').StepOf<'validated'>} step
 */
async function addValidatedByHand(webapp, app, { path, library, keys, times }) {
  app.set('env', 'production')
  app.use(webapp.json())
  const create =
    library === 'zod' ? parseBy(await zodSchema(keys)) : checkBy(await compiledSchema(keys))
  app.post(path, ...repeat(times, create), answer)
}

/** @param {{ parse(body: unknown): unknown }} schema */
function parseBy(schema) {
  return () => (/** @type {any} */ req, /** @type {any} */ _res, /** @type {any} */ next) => {
    req.body = schema.parse(req.body)
    next()
  }
}

/** @param {{ Check(body: unknown): boolean }} schema */
function checkBy(schema) {
  return () => (/** @type {any} */ req, /** @type {any} */ res, /** @type {any} */ next) => {
    if (schema.Check(req.body)) next()
    else res.sendStatus(400)
  }
}

/**
 * @param {number} times
 * @param {() => unknown} create
 */
function repeat(times, create) {
  return Array.from({ length: times }, create)
}

/** @type {(req: any, res: any) => void} */
function answer(req, res) {
  res.json(describeBody(req.body))
}

function subscribeToAll() {
  const parts = ['start', 'end', 'asyncStart', 'asyncEnd', 'error']
  const operations = ['webapp.request', 'webapp.layer']
  const traced = operations.flatMap((name) => parts.map((part) => `tracing:${name}:${part}`))
  for (const name of [...traced, 'webapp.route', 'webapp.error']) channel(name).subscribe(() => {})
}
