import { Liquid } from 'liquidjs'
import { createViewSite, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'liquidjs',
  dialects: ['5.x', '4.x', '3.x'],
  create: (express) => createViewSite(express, 'liquid', new Liquid().express()),
  visit: visitViewSite,
}
