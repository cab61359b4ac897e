import type { Dialect } from '../../app/dialect.ts'
import { bodies } from '../v4/bodies.ts'
import { forms } from '../v4/urlencoded.ts'
import { application, exchanges, settings } from './application.ts'
import { files } from './file.ts'
import { redirectStyle } from './location.ts'
import { members } from './members.ts'
import { request } from './request.ts'
import { response, sending } from './response.ts'

/** The 3.x dialect. Its applications route through a stack of their own. */
export const dialect = {
  application,
  request,
  response,
  members,
  exchanges,
  settings,
  sending,
  redirects: redirectStyle,
  files,
  bodies,
  forms,
} satisfies Dialect
