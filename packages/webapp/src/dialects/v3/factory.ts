import mime from 'mime'
import { createFactory } from '../../app/create.ts'
import { deprecate } from '../../errors/deprecation.ts'
import { createStatic } from '../../files/static.ts'
import { application } from './application.ts'
import { files } from './file.ts'
import { face } from './members.ts'
import { middleware } from './middleware/table.ts'
import { Route } from './route.ts'
import { Router } from './router.ts'

const { request, response } = face
const createApplication = createFactory({ application, request, response })

/** `webapp()` of 3.x and its members. */
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
