import type { Dialect, RouterAccess, SettingsPolicy } from '../../app/dialect.ts'
import { createApplicationMembers } from '../../app/members.ts'
import { parseQuery } from '../../body/urlencoded.ts'
import { strongEtag, weakEtag } from '../../http/etag.ts'
import { parseExtendedQueryString } from '../../http/query-string.ts'
import { redirectStyle } from '../../response/location.ts'
import { bodies } from './bodies.ts'
import { exchanges } from './exchanges.ts'
import { files } from './files.ts'
import { members } from './members.ts'
import { request } from './request.ts'
import { response, sending } from './response.ts'
import { defineLazyRouter, routing } from './router.ts'
import { defaultSettings } from './settings.ts'

const settings: SettingsPolicy = {
  createTable: () => Object.create(null),
  extendedQuery: parseExtendedQueryString,
  noQuery: undefined,
  weakEtag,
  strongEtag,
}

const routers: RouterAccess = {
  defaultSettings,
  routerOf: (app) => app.router,
  routeOf: (app, path) => app.route(path),
  defineRouter: defineLazyRouter,
}

export const dialect = {
  application: createApplicationMembers(settings, routers, exchanges),
  request,
  response,
  members,
  exchanges,
  settings,
  routers,
  routing,
  sending,
  redirects: redirectStyle,
  files,
  bodies,
  forms: { charsets: ['utf-8', 'iso-8859-1'], parseSimple: parseQuery },
} satisfies Dialect
