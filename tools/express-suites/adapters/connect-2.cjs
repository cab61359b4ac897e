const { EventEmitter } = require('node:events')
const http = require('node:http')
const webapp = require('webapp/v3')
const { version } = require('webapp/package.json')

/**
 * The package connect 2: an application of the 3.x dialect, of which connect shows `use`, `handle`
 * and `listen`, and the middleware of that dialect.
 */
const proto = {
  use(route, handler) {
    if (typeof route === 'string') this.application.use(route, handler)
    else this.application.use(route)
    return this
  },
  handle(req, res, next) {
    this.application(req, res, next)
  },
  listen(...args) {
    return http.createServer(this).listen(...args)
  },
}

function connect(...handlers) {
  const application = webapp()
  application.disable('x-powered-by')
  const app = (req, res, next) => app.handle(req, res, next)
  Object.assign(app, proto, EventEmitter.prototype)
  Object.assign(app, { application, route: '/', stack: application.stack })
  for (const handler of handlers) app.use(handler)
  return app
}

const middleware = Object.create(null)
for (const name of Object.getOwnPropertyNames(webapp)) {
  if (typeof webapp[name] === 'function') middleware[name] = webapp[name]
}
module.exports = Object.assign(connect, middleware, {
  createServer: connect,
  middleware,
  mime: webapp.mime,
  proto,
  // Connect exports its helpers, which are not public in webapp; some tests read one of them.
  utils: {},
  version,
})
