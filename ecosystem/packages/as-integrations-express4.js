import { expressMiddleware } from '@as-integrations/express4'
import { createGraphqlSite, visitGraphqlSite } from '../sites/graphql.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: '@as-integrations/express4',
  dialects: ['4.x'],
  create: (express) => createGraphqlSite(express, expressMiddleware),
  visit: visitGraphqlSite,
}
