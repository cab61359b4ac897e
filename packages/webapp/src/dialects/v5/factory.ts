import { addRoutingMembers } from '../../app/additions.ts'
import { createFactory } from '../../app/create.ts'
import { createJson } from '../../body/json.ts'
import { createRaw } from '../../body/raw.ts'
import { createText } from '../../body/text.ts'
import { createUrlencoded } from '../../body/urlencoded.ts'
import { createStatic } from '../../files/static.ts'
import { dialect } from './dialect.ts'
import { Router } from './router.ts'

const { application, request, response, bodies, files, forms } = dialect
const createApplication = createFactory(dialect)
addRoutingMembers(Router.prototype, Router.Route.prototype)

/** `webapp()` creates an application; the rest of the interface consists of its properties. */
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
  urlencoded: createUrlencoded(bodies, forms),
})
