import hbs from 'hbs'
import { createViewSite, viewsOf, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'hbs',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const instance = hbs.create()
    instance.registerHelper('loud', (text) => `${text}!`)
    instance.registerPartials(`${viewsOf('hbs')}/partials`)
    return createViewSite(express, 'hbs', instance.__express)
  },

  visit: visitViewSite,
}
