import { addRoutingMembers } from '../../app/additions.ts'
import { createFactory } from '../../app/create.ts'
import { createJson } from '../../body/json.ts'
import { createRaw } from '../../body/raw.ts'
import { createText } from '../../body/text.ts'
import { createStatic } from '../../files/static.ts'
import { dialect } from './dialect.ts'
import { mime } from './mime.ts'
import { createQueryMiddleware } from './query.ts'
import { defineRemovedMiddleware } from './removed-middleware.ts'
import { Route } from './route.ts'
import { Router } from './router.ts'
import { urlencoded } from './urlencoded.ts'

const { application, request, response, bodies, files } = dialect
addRoutingMembers(Router, Route.prototype)

/** `webapp()` of 4.x, with its properties. */
export const webapp = Object.assign(createFactory(dialect), {
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
