import type { Express } from './express.ts'
import { enumerable, ownMembers, prototypeNames, reachable, type Surface } from './surface.ts'
import type { V3Express } from './v3.ts'

/** Every object of the interface of 3.x that people reflect on. */
export function surfaceOf3(given: Express): Surface {
  const express = given as unknown as V3Express
  const app = express()
  app.get('/route/:id', function named() {})
  app.use('/mounted', function middleware() {})
  const router = new express.Router()
  const [route] = app.routes.get ?? []
  return {
    factory: withoutMembers(reachable(express)),
    application: ownMembers(express.application).sort(),
    request: ownMembers(express.request).sort(),
    response: ownMembers(express.response).sort(),
    'Router.prototype': ownMembers(express.Router.prototype).sort(),
    'Route.prototype': ownMembers(express.Route.prototype).sort(),
    'app (own)': withoutMembers(ownMembers(app).sort()),
    'app (reachable)': withoutMembers(reachable(app)),
    'app (enumerable)': enumerable(app),
    'app.locals': enumerable(app.locals),
    'app.request': ownMembers(app.request),
    'app.response': ownMembers(app.response),
    'app.stack entry': ownMembers(app.stack.at(-1) ?? {}),
    'app.routes': enumerable(app.routes),
    'router (own)': ownMembers(router).sort(),
    'route (own)': ownMembers(route ?? {}).sort(),
    'static.mime': enumerable(express.static.mime as object),
    relations: relations(express),
  }
}

/** Without what sloppy functions have. */
function withoutMembers(lines: readonly string[]): string[] {
  const dropped = ['arguments', 'caller']
  return lines.filter((line) => !dropped.includes(line.split(':')[0] ?? ''))
}

function relations(express: V3Express): string[] {
  const app = express()
  const chain = (value: object) => prototypeNames(value).join(' > ')
  return [
    `factory: ${chain(express)}`,
    `request: ${chain(express.request)}`,
    `response: ${chain(express.response)}`,
    `router: ${chain(new express.Router())}`,
    `settings: ${chain(app.settings)}`,
    `engines: ${chain(app.engines)}`,
    `cache: ${chain(app.cache)}`,
    `routes: ${chain(app.routes)}`,
    `router of an app instanceof Router: ${app._router instanceof express.Router}`,
    `its map is app.routes: ${app._router.map === app.routes}`,
    `express.mime is that of static: ${express.mime === express.static.mime}`,
  ]
}
