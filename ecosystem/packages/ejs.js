import ejs from 'ejs'
import { createViewSite, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'ejs',
  dialects: ['5.x', '4.x', '3.x'],
  create: (express) => createViewSite(express, 'ejs', ejs.renderFile),
  visit: visitViewSite,
}
