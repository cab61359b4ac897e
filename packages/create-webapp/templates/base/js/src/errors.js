/** An error with the status of its response. Clients see the message if the status is below 500. */
export function httpError(status, message) {
  return Object.assign(new Error(message), { status })
}

/** For requests that no route took. */
export function notFound(req) {
  throw httpError(404, `There is nothing at ${req.baseUrl}${req.path}.`)
}

/** Responds to errors in a browser. webapp recognises error handlers by their four parameters. */
export function errorPage(error, req, res, next) {
  const status = statusOf(error)
  // After the head was sent, the connection can only end. In development, webapp shows the error.
  if (res.headersSent || (status >= 500 && req.app.get('env') === 'development')) {
    next(error)
    return
  }
  if (status >= 500) console.error(error)
  const message = status < 500 ? error.message : 'Something went wrong.'
  res.status(status).type('text').send(`${message}\n`)
}

function statusOf(error) {
  const status = error?.status
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500
}
