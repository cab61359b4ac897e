import mustacheExpress from 'mustache-express'
import { createViewSite, viewsOf, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'mustache-express',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const engine = mustacheExpress(`${viewsOf('mustache')}/partials`)
    return createViewSite(express, 'mustache', engine)
  },

  visit: visitViewSite,
}
