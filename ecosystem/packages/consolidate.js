import consolidate from 'consolidate'
import { createViewSite, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'consolidate',
  dialects: ['5.x', '4.x', '3.x'],
  create: (express) => createViewSite(express, 'pug', consolidate.pug),
  visit: visitViewSite,
}
