import { createFactory } from '../../app/create.ts'
import { createApplicationMembers } from '../../app/members.ts'
import { json } from '../../body/json.ts'
import { raw } from '../../body/raw.ts'
import { text } from '../../body/text.ts'
import { urlencoded } from '../../body/urlencoded.ts'
import { serveStatic } from '../../files/static.ts'
import { request } from './request.ts'
import { response } from './response.ts'
import { defineLazyRouter, Router } from './router.ts'
import { defaultSettings } from './settings.ts'

const application = createApplicationMembers({
  createTable: () => Object.create(null),
  defaultSettings,
  routerOf: (app) => app.router,
  defineRouter: defineLazyRouter,
})
const createApplication = createFactory({ application, request, response })

/** `webapp()` makes an application; everything else of the interface hangs on it. */
export const webapp = Object.assign(createApplication, {
  application,
  request,
  response,
  Route: Router.Route,
  Router,
  json,
  raw,
  static: serveStatic,
  text,
  urlencoded,
})
