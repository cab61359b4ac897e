/** @param {string} message */
function notFound(message) {
  return Object.assign(new Error(message), { status: 404 })
}

/**
 * No route matched.
 * @type {import('webapp/v3').Handler}
 */
const missing = (_req, _res, next) => {
  next(notFound('There is nothing at this address.'))
}

/**
 * Sends a 404 as a page for browsers, JSON for programs, or plain text.
 * @type {import('webapp/v3').ErrorRequestHandler}
 */
const lost = (error, req, res, next) => {
  if (error.status !== 404) return next(error)
  res.status(404)
  if (req.accepts('html')) res.render('error', { title: 'Not found', error })
  else if (req.accepts('json')) res.send({ error: error.message })
  else res.type('txt').send(error.message)
}

/**
 * The last error handler. In production it shows no details.
 * @type {import('webapp/v3').ErrorRequestHandler}
 */
const broken = (error, _req, res, _next) => {
  const status = error.status || 500
  const message = status < 500 ? error.message : 'Something broke. We have been told.'
  res.status(status)
  res.render('error', { title: 'Sorry', error: { message } })
}

module.exports = { notFound, missing, lost, broken }
