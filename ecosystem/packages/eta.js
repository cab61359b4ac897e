import { readFileSync } from 'node:fs'
import { Eta } from 'eta'
import { createViewSite, visitViewSite } from '../sites/views.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'eta',
  dialects: ['5.x', '4.x', '3.x'],
  create: (express) => createViewSite(express, 'eta', renderFile),
  visit: visitViewSite,
}

function renderFile(path, options, done) {
  try {
    done(null, new Eta().renderString(readFileSync(path, 'utf8'), options))
  } catch (error) {
    done(error)
  }
}
