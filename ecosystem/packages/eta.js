import { readFileSync } from 'node:fs'
import { Eta } from 'eta'
import { createViewSite, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'eta',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = createViewSite(express, 'eta')
    const eta = new Eta()
    app.engine('eta', (path, options, done) => {
      try {
        done(null, eta.renderString(readFileSync(path, 'utf8'), options))
      } catch (error) {
        done(error)
      }
    })
    app.set('view engine', 'eta')
    return app
  },

  visit: visitViewSite,
}
