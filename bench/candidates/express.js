import { listenWith } from '../server/listen.js'
import { loadPackage } from '../server/load-package.js'
import { expressSite } from '../styles/express.js'

/** @type {import('../candidate.ts').Candidate[]} */
export const candidates = [
  {
    name: 'express5',
    package: 'express5',
    answersLikeExpress: true,
    create(protocol = 'http') {
      const listen = (/** @type {any} */ app) => listenWith(app, protocol)
      return expressSite(loadPackage('express5'), {
        catchesRejections: true,
        ...(protocol !== 'http' && { listen }),
      })
    },
  },
  {
    name: 'express4',
    package: 'express4',
    answersLikeExpress: true,
    create: () => expressSite(loadPackage('express4')),
  },
  {
    name: 'express3',
    package: 'express3',
    answersLikeExpress: true,
    create: () => expressSite(loadPackage('express3'), { nests: false }),
  },
]
