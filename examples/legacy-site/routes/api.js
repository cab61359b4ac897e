module.exports = api

/** The collection as JSON. @param {import('../herbarium.js')} herbarium */
function api(herbarium) {
  /** @type {import('webapp/v3').Handler} */
  const list = (req, res) => {
    res.json(herbarium.search(String(req.param('q', ''))).map(describe))
  }

  /** @type {import('webapp/v3').Handler} */
  const create = (req, res) => {
    const plant = herbarium.add(req.body)
    if (plant) res.location(`/api/plants/${plant.slug}`).json(201, describe(plant))
    else res.json(400, { error: 'A plant needs a name that no other has.' })
  }

  /** @type {import('webapp/v3').Handler} */
  const show = (req, res) => {
    res.jsonp(describe(req.plant))
  }

  /** @type {import('webapp/v3').Handler} */
  const remove = (req, res) => {
    herbarium.remove(req.plant)
    res.send(204)
  }

  /** @type {import('webapp/v3').ErrorRequestHandler} */
  const failed = (error, _req, res, next) => {
    if (!error.status) return next(error)
    res.json(error.status, { error: error.message })
  }

  return { list, create, show, remove, failed }
}

/** @param {import('../herbarium.js').Plant} plant */
function describe({ slug, title, latin, notes, photo }) {
  return { slug, title, latin, notes, photo: photo ? `/plants/${slug}/photo` : null }
}
