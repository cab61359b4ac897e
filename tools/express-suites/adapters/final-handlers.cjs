/**
 * The package finalhandler: what an application of a dialect does with a request that no handler
 * took, or with an error. The application has nothing but a handler that passes the error on.
 */
module.exports = (webapp) => (req, res, options) => {
  const app = webapp()
  app.disable('x-powered-by')
  app.set('env', options?.env ?? process.env.NODE_ENV ?? 'development')
  return (error) => {
    if (error && options?.onerror) setImmediate(options.onerror, error, req, res)
    app.use((_req, _res, next) => next(error))
    app(req, res)
  }
}
