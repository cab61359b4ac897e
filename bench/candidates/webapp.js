import { listenWith } from '../server/listen.js'
import { loadPackage } from '../server/load-package.js'
import { expressSite } from '../styles/express.js'

/** The built package of this workspace. @type {import('../candidate.ts').Candidate[]} */
export const candidates = [
  {
    name: 'webapp',
    package: 'webapp',
    answersLikeExpress: true,
    create: () => expressSite(loadPackage('webapp'), { catchesRejections: true }),
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
