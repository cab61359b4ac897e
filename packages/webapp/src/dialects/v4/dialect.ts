import type { Dialect } from '../../app/dialect.ts'
import { application, routers, settings } from './application.ts'
import { bodies } from './bodies.ts'
import { exchanges } from './exchanges.ts'
import { files } from './files.ts'
import { members } from './members.ts'
import { request } from './request.ts'
import { redirectStyle, response, sending } from './response.ts'
import { routing } from './router.ts'
import { forms } from './urlencoded.ts'

export const dialect = {
  application,
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
  forms,
} satisfies Dialect
