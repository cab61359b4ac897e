import { channel } from 'node:diagnostics_channel'
import { listenWith } from '../server/listen.js'
import { loadPackage } from '../server/load-package.js'
import { expressSite } from '../styles/express.js'

/** The built package of this workspace. @type {import('../candidate.ts').Candidate[]} */
export const candidates = [
  {
    name: 'webapp',
    package: 'webapp',
    answersLikeExpress: true,
    create() {
      const site = expressSite(loadPackage('webapp'), { catchesRejections: true })
      return { ...site, steps: { ...site.steps, subscribers: subscribeToAll } }
    },
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
    create: () => expressSite(loadPackage('webapp/v4')),
  },
  {
    name: 'webapp-v3',
    package: 'webapp',
    answersLikeExpress: true,
    create: () => expressSite(loadPackage('webapp/v3'), { nests: false }),
  },
]

function subscribeToAll() {
  const parts = ['start', 'end', 'asyncStart', 'asyncEnd', 'error']
  const operations = ['webapp.request', 'webapp.layer']
  const traced = operations.flatMap((name) => parts.map((part) => `tracing:${name}:${part}`))
  for (const name of [...traced, 'webapp.route', 'webapp.error']) channel(name).subscribe(() => {})
}
