import { createFactory } from '../../app/create.ts'
import { createApplicationMembers } from '../../app/members.ts'
import { createJson } from '../../body/json.ts'
import { createRaw } from '../../body/raw.ts'
import { createText } from '../../body/text.ts'
import { createUrlencoded, parseQuery } from '../../body/urlencoded.ts'
import { createStatic } from '../../files/static.ts'
import { strongEtag, weakEtag } from '../../http/etag.ts'
import { parseExtendedQueryString } from '../../http/query-string.ts'
import { bodies } from './bodies.ts'
import { files } from './files.ts'
import { request } from './request.ts'
import { response } from './response.ts'
import { defineLazyRouter, Router } from './router.ts'
import { defaultSettings } from './settings.ts'

const application = createApplicationMembers({
  createTable: () => Object.create(null),
  defaultSettings,
  functions: {
    extendedQuery: parseExtendedQueryString,
    noQuery: undefined,
    weakEtag,
    strongEtag,
  },
  routerOf: (app) => app.router,
  routeOf: (app, path) => app.route(path),
  defineRouter: defineLazyRouter,
})
const createApplication = createFactory({ application, request, response })

/** `webapp()` creates an application. The other exports are its members. */
export const webapp = Object.assign(createApplication, {
  application,
  request,
  response,
  Route: Router.Route,
  Router,
  json: createJson(bodies),
  raw: createRaw(bodies),
  static: createStatic(files),
  text: createText(bodies),
  urlencoded: createUrlencoded(bodies, {
    charsets: ['utf-8', 'iso-8859-1'],
    parseSimple: parseQuery,
  }),
})
