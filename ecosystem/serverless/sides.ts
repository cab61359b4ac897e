import { createRequire } from 'node:module'
import type { ClientView } from './client-view.ts'
import { viewOf } from './client-view.ts'

type Handler = (event: unknown, context: unknown) => Promise<Parameters<typeof viewOf>[0]>

const require = createRequire(import.meta.url)
const create = require('./application.cjs') as (express: unknown) => never
const binary = ['image/png', 'application/octet-stream']

/** The handlers of the same application, by the package that connects it to Lambda. */
export const handlers: Readonly<Record<string, () => Handler>> = {
  'webapp/lambda'() {
    const { lambda } = require('webapp/lambda')
    return lambda(create(require('webapp')))
  },
  'serverless-http'() {
    return require('serverless-http')(create(require('express')), { binary })
  },
  '@codegenie/serverless-express'() {
    const connect = require('@codegenie/serverless-express')
    return connect({ app: create(require('express')), binarySettings: { contentTypes: binary } })
  },
}

/** What a client gets; the text of the error if there is no response. */
export async function view(handler: Handler, event: object): Promise<ClientView | string> {
  try {
    return viewOf(await handler(event, { awsRequestId: 'r-1' }))
  } catch (error) {
    return String(error)
  }
}
