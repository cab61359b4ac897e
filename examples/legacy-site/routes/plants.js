const { readFile } = require('node:fs')
const { notFound } = require('./errors.js')

module.exports = plants

/** The pages of the collection. @param {import('../herbarium.js')} herbarium */
function plants(herbarium) {
  /** @type {import('webapp/v3').Handler} */
  const index = (req, res) => {
    const words = String(req.param('q', ''))
    res.render('plants/index', { words, plants: herbarium.search(words) })
  }

  /** @type {import('webapp/v3').Handler} */
  const blank = (_req, res) => {
    res.render('plants/new')
  }

  /** @type {import('webapp/v3').Handler} */
  const create = (req, res) => {
    const plant = herbarium.add(req.body)
    if (plant) {
      req.flash('notice', `${plant.title} is in the herbarium.`)
      res.redirect(`/plants/${plant.slug}`)
    } else {
      req.flash('error', 'A plant needs a name that no other has.')
      res.redirect('back')
    }
  }

  /** @type {import('webapp/v3').Handler} */
  const show = (req, res) => {
    res.render('plants/show', { plant: req.plant })
  }

  /** @type {import('webapp/v3').Handler} */
  const update = (req, res) => {
    req.plant.notes = String(req.param('notes', req.plant.notes))
    req.flash('notice', 'The notes are saved.')
    res.redirect('back')
  }

  /** @type {import('webapp/v3').Handler} */
  const remove = (req, res) => {
    herbarium.remove(req.plant)
    req.flash('notice', `${req.plant.title} is no longer here.`)
    res.redirect('/')
  }

  /** @type {import('webapp/v3').Handler} */
  const photo = (req, res, next) => {
    const { photo } = req.plant
    if (!photo) return next(notFound('Nobody has taken a photo yet.'))
    res.type(photo.type)
    res.send(photo.bytes)
  }

  // An error handler of one route: pages show a drawing where a photo is missing.
  /** @type {import('webapp/v3').ErrorRequestHandler} */
  const noPhoto = (error, _req, res, next) => {
    if (error.status !== 404) return next(error)
    res.type('svg')
    res.send(404, emptyFrame)
  }

  /** @type {import('webapp/v3').Handler} */
  const addPhoto = (req, res, next) => {
    const upload = /** @type {import('webapp/v3').UploadedFile | undefined} */ (req.files.photo)
    const type = upload?.type ?? ''
    if (!upload || !/^image\/(gif|jpeg|png)$/.test(type)) {
      req.flash('error', 'Please choose a GIF, JPEG or PNG.')
      return res.redirect('back')
    }
    readFile(upload.path, (error, bytes) => {
      if (error) return next(error)
      req.plant.photo = { type, bytes }
      req.flash('notice', `${upload.name} (${upload.size} bytes) is on the page.`)
      res.redirect(`/plants/${req.plant.slug}`)
    })
  }

  return { index, blank, create, show, update, remove, photo, noPhoto, addPhoto }
}

const emptyFrame = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 3">
  <path d="M2 2.6V1m0 1q-1-.1-1-1 1 0 1 1t1-1.3q-1 .1-1 1.3" fill="none" stroke="#8a9a7b" stroke-width=".06"/>
</svg>
`
