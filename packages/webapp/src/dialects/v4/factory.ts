import mime from 'mime'
import { createFactory } from '../../app/create.ts'
import { createJson } from '../../body/json.ts'
import { createRaw } from '../../body/raw.ts'
import { createText } from '../../body/text.ts'
import { createStatic } from '../../files/static.ts'
import { application } from './application.ts'
import { bodies } from './bodies.ts'
import { files } from './files.ts'
import { createQueryMiddleware } from './query.ts'
import { defineRemovedMiddleware } from './removed-middleware.ts'
import { request } from './request.ts'
import { response } from './response.ts'
import { Route } from './route.ts'
import { Router } from './router.ts'
import { urlencoded } from './urlencoded.ts'

/** `webapp()` of 4.x and its members. */
export const webapp = Object.assign(createFactory({ application, request, response }), {
  application,
  request,
  response,
  Route,
  Router,
  json: createJson(bodies),
  query: Object.defineProperty(createQueryMiddleware, 'name', { value: 'query' }),
  raw: createRaw(bodies),
  static: Object.assign(createStatic(files), { mime }),
  text: createText(bodies),
  urlencoded,
})

defineRemovedMiddleware(webapp)
