const Sentry = require('@sentry/node')

require('../exercise.cjs')(require('webapp/v4'), Sentry.setupExpressErrorHandler, nameByRoute)

// docs/guide/tracing-packages.md
function nameByRoute(req, res, next) {
  const span = Sentry.getActiveSpan()
  res.once('finish', () => {
    if (!span || !req.route) return
    const name = `${req.method} ${req.baseUrl}${req.route.path}`
    Sentry.updateSpanName(Sentry.getRootSpan(span), name)
  })
  next()
}
