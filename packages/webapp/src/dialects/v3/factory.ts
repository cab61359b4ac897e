import { addRoutingMembers } from '../../app/additions.ts'
import { createFactory } from '../../app/create.ts'
import { deprecate } from '../../errors/deprecation.ts'
import { createStatic } from '../../files/static.ts'
import { mime } from '../v4/mime.ts'
import { dialect } from './dialect.ts'
import { middleware } from './middleware/table.ts'
import { Route } from './route.ts'
import { Router } from './router.ts'

const { application, request, response, files } = dialect
const createApplication = createFactory(dialect)
addRoutingMembers(Router.prototype)

/** `webapp()` of 3.x, with its properties. */
export const webapp = Object.assign(createApplication, {
  mime,
  static: Object.assign(createStatic(files), { mime }),
  createServer() {
    deprecate(
      'createServer() is deprecated; express applications no longer inherit from http.Server',
    )
    return createApplication()
  },
  application,
  request,
  response,
  Route,
  Router,
})

Object.defineProperties(webapp, middleware)
