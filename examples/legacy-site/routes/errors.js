/** @param {string} message */
function notFound(message) {
  return Object.assign(new Error(message), { status: 404 })
}

/**
 * Nobody had an answer.
 * @type {import('webapp/v3').Handler}
 */
const missing = (_req, _res, next) => {
  next(notFound('There is nothing at this address.'))
}

/**
 * What was looked for is not here: a page for people, JSON for programs, or plain text.
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
 * The last word, and in production the only one: the visitor learns no details.
 * @type {import('webapp/v3').ErrorRequestHandler}
 */
const broken = (error, _req, res, _next) => {
  const status = error.status || 500
  const message = status < 500 ? error.message : 'Something broke. We have been told.'
  res.status(status)
  res.render('error', { title: 'Sorry', error: { message } })
}

module.exports = { notFound, missing, lost, broken }
