import { engine } from 'express-handlebars'
import { createViewSite, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-handlebars',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = createViewSite(express, 'handlebars')
    app.engine('handlebars', engine({ helpers: { loud: (text) => `${text}!` } }))
    app.set('view engine', 'handlebars')
    return app
  },

  visit: visitViewSite,
}
