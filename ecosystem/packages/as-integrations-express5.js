import { expressMiddleware } from '@as-integrations/express5'
import { createGraphqlSite, visitGraphqlSite } from '../sites/graphql.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: '@as-integrations/express5',
  dialects: ['5.x'],
  create: (express) => createGraphqlSite(express, expressMiddleware),
  visit: visitGraphqlSite,
}
