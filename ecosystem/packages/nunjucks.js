import nunjucks from 'nunjucks'
import { createViewSite, viewsOf, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'nunjucks',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = createViewSite(express, 'njk')
    // It replaces the class of the application's views.
    const environment = nunjucks.configure(viewsOf('njk'), { express: app })
    environment.addFilter('loud', (text) => `${text}!`)
    return app
  },

  visit: visitViewSite,
}
