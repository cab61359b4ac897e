import { engine } from 'express-handlebars'
import { createViewSite, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-handlebars',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const helpers = { loud: (text) => `${text}!` }
    return createViewSite(express, 'handlebars', engine({ helpers }))
  },

  visit: visitViewSite,
}
