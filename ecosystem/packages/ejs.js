import ejs from 'ejs'
import { createViewSite, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'ejs',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = createViewSite(express, 'ejs')
    app.engine('ejs', ejs.renderFile)
    app.set('view engine', 'ejs')
    return app
  },

  visit: visitViewSite,
}
