const { tmpdir } = require('node:os')
const path = require('node:path')
const flash = require('./flash.js')
const createNotes = require('./field-notes.js')
const Herbarium = require('./herbarium.js')
const admin = require('./routes/admin.js')
const api = require('./routes/api.js')
const errors = require('./routes/errors.js')
const plants = require('./routes/plants.js')
const visitors = require('./routes/visitors.js')
const sweep = require('./sweep.js')

exports.createSite = createSite

// A site of 2013. On express 3.21.2 only this import differs.
if (require.main === module) require('./start.js')(createSite(require('webapp/v3')))

/** @param {typeof import('webapp/v3')} express */
function createSite(express) {
  const app = express()
  const herbarium = new Herbarium()

  app.configure(() => {
    app.set('views', path.join(__dirname, 'views'))
    app.set('view engine', 'ejs')
    app.locals({
      site: 'The Village Herbarium',
      motto: 'Pressed, named and remembered.',
      shorten,
      // For a request that fails before its visitor is known, for example with an invalid body.
      flash: () => [],
      visitor: '',
    })
  })

  app.configure('development', () => {
    app.use(express.logger('dev'))
  })

  app.configure(() => {
    app.use(express.static(path.join(__dirname, 'public')))
    // Express 3 reads the default directory from an API that Node removed, so set it here.
    app.use(
      express.bodyParser({ keepExtensions: true, uploadDir: process.env.UPLOADS || tmpdir() }),
    )
    app.use(sweep())
    app.use(express.methodOverride())
    app.use(express.cookieParser('meadow'))
    app.use(
      express.session({
        secret: 'hedgerow',
        key: 'herbarium.sid',
        resave: false,
        saveUninitialized: false,
      }),
    )
    app.use(flash())
    app.use(visitors.welcome)
    app.use('/notes', createNotes(express))
    app.use(app.router)
    app.use(errors.missing)
    app.use(errors.lost)
  })

  app.configure('development', () => {
    app.use(express.errorHandler())
  })

  app.configure(() => {
    app.use(errors.broken)
  })

  app.param('plant', (req, _res, next, slug) => {
    const plant = herbarium.find(slug)
    if (!plant) return next(errors.notFound(`No plant is called ${slug} here.`))
    req.plant = plant
    next()
  })

  const shelf = plants(herbarium)
  app.get('/', shelf.index)
  app.get('/plants/new', shelf.blank)
  app.post('/plants', shelf.create)
  app.get('/plants/:plant', shelf.show)
  app.put('/plants/:plant', shelf.update)
  app.del('/plants/:plant', shelf.remove)
  app.get('/plants/:plant/photo', shelf.photo, shelf.noPhoto)
  app.post('/plants/:plant/photo', shelf.addPhoto)

  app.post('/hello', visitors.hello)
  app.post('/goodbye', visitors.goodbye)

  const endpoints = api(herbarium)
  app.get('/api/plants', endpoints.list)
  app.post('/api/plants', endpoints.create)
  app.get('/api/plants/:plant', endpoints.show, endpoints.failed)
  app.del('/api/plants/:plant', endpoints.remove, endpoints.failed)

  const desk = admin(herbarium)
  app.all('/admin*', express.basicAuth('keeper', 'nettle', 'The keeper of the herbarium'))
  app.get('/admin', desk.index)
  app.post('/admin/restore', desk.restore)
  app.get('/admin/broken', desk.broken)

  return app
}

/** @param {string} text */
function shorten(text) {
  return text.length > 90 ? `${text.slice(0, 89)}…` : text
}
