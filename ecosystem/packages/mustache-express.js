import mustacheExpress from 'mustache-express'
import { createViewSite, viewsOf, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'mustache-express',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = createViewSite(express, 'mustache')
    app.engine('mustache', mustacheExpress(`${viewsOf('mustache')}/partials`))
    app.set('view engine', 'mustache')
    return app
  },

  visit: visitViewSite,
}
