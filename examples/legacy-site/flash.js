module.exports = flash

/**
 * Messages that wait in the session for the next page: `req.flash('notice', 'Saved.')`. A page
 * takes them with `flash()`, and they are gone.
 * @returns {import('webapp/v3').Handler}
 */
function flash() {
  return function flash(req, res, next) {
    const { session } = req
    req.flash = (kind, text) => {
      session.flash = [...(session.flash || []), { kind, text }]
    }
    res.locals.flash = () => {
      const messages = session.flash || []
      delete session.flash
      return messages
    }
    next()
  }
}
