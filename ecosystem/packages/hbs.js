import hbs from 'hbs'
import { createViewSite, viewsOf, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'hbs',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = createViewSite(express, 'hbs')
    const instance = hbs.create()
    instance.registerHelper('loud', (text) => `${text}!`)
    instance.registerPartials(`${viewsOf('hbs')}/partials`)
    app.engine('hbs', instance.__express)
    app.set('view engine', 'hbs')
    return app
  },

  visit: visitViewSite,
}
