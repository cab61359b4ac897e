module.exports = flash

/**
 * Messages that the session keeps for the next page: `req.flash('notice', 'Saved.')`. A page reads
 * and removes them with `flash()`.
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
