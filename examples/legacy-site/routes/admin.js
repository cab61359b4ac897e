module.exports = admin

/** The desk of the keeper. @param {import('../herbarium.js')} herbarium */
function admin(herbarium) {
  /** @type {import('webapp/v3').Handler} */
  const index = (req, res) => {
    res.render('admin', { keeper: req.user, plants: herbarium.search() })
  }

  /** @type {import('webapp/v3').Handler} */
  const restore = (req, res) => {
    herbarium.restore()
    req.flash('notice', 'The herbarium is as it was on the first day.')
    res.redirect('/admin')
  }

  /** @type {import('webapp/v3').Handler} */
  const broken = () => {
    throw new Error('The press has lost a screw.')
  }

  return { index, restore, broken }
}
