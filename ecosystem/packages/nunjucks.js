import nunjucks from 'nunjucks'
import { createViewSite, viewsOf, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'nunjucks',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = createViewSite(express, 'nunjucks')
    // It replaces the class of the application's views.
    const environment = nunjucks.configure(viewsOf('nunjucks'), { express: app })
    environment.addFilter('loud', (text) => `${text}!`)
    app.set('view engine', 'njk')
    return app
  },

  visit: visitViewSite,
}
