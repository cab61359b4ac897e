import type { HttpHandler } from '@azure/functions'
import type { HttpFunction } from '@google-cloud/functions-framework'
import type { Config, Context } from '@netlify/functions'
import { handler } from './azure.js'
import netlify, { config } from './netlify.js'
import vercel from './vercel.js'

// Compiled by hosts.test.ts: the templates have the types that the packages of the hosts declare.

export const azureHandler: HttpHandler = handler
// In JavaScript, the path of an object is any string.
export const netlifyConfig: Config = { ...config, path: config.path as `/${string}` }
export const netlifyHandler: (request: Request, context: Context) => Promise<Response> = netlify
export const googleFunction: HttpFunction = vercel
