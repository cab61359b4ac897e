const month = 30 * 24 * 60 * 60 * 1000

/**
 * Locals of every page: the visitor's name from a signed cookie, the visits from the session.
 * @type {import('webapp/v3').Handler}
 */
const welcome = (req, res, next) => {
  const visitor = req.signedCookies.visitor || ''
  if (visitor) req.session.visits = (req.session.visits || 0) + 1
  res.locals({ visitor, visits: req.session.visits || 0 })
  next()
}

/** @type {import('webapp/v3').Handler} */
const hello = (req, res) => {
  res.cookie('visitor', String(req.param('visitor', '')), {
    signed: true,
    httpOnly: true,
    maxAge: month,
  })
  res.redirect('back')
}

/** @type {import('webapp/v3').Handler} */
const goodbye = (req, res, next) => {
  req.session.destroy((/** @type {unknown} */ error) => {
    if (error) return next(error)
    res.clearCookie('visitor')
    res.redirect('/')
  })
}

module.exports = { welcome, hello, goodbye }
