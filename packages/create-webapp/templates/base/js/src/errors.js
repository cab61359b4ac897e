/** Responds to requests that no route took. */
export function notFound(req, res) {
  res.status(404)
  respond(req, res, `There is nothing at ${req.path}.`)
}

/** Responds to errors. webapp recognises error handlers by their four parameters. */
export function handleError(error, req, res, next) {
  // The head is out: all that is left is to end the connection.
  if (res.headersSent) {
    next(error)
    return
  }
  const status = statusOf(error)
  if (status >= 500) {
    console.error(error)
    // In development, the next handler shows the error.
    if (req.app.get('env') === 'development') {
      next(error)
      return
    }
  }
  res.status(status)
  respond(req, res, status < 500 ? error.message : 'Something went wrong.')
}

function statusOf(error) {
  const { status } = error
  return typeof status === 'number' && status >= 400 && status < 600 ? status : 500
}

function respond(req, res, message) {
  if (req.accepts(['json', 'html']) === 'html') res.type('text').send(`${message}\n`)
  else res.json({ error: message })
}
