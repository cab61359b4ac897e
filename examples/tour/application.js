import { createHash } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import webapp, { Router } from 'webapp'
import { findPlanet, planets } from './planets.js'

export const app = webapp()

app.set('view engine', 'ejs')
app.set('views', fileURLToPath(new URL('views', import.meta.url)))
app.locals.site = 'A tour of the planets'

// Middleware sees every request; this one logs each response to the terminal.
app.use((req, res, next) => {
  const started = performance.now()
  res.on('finish', () => {
    const took = (performance.now() - started).toFixed(1)
    console.log(`  ${res.statusCode} ${req.method} ${req.originalUrl} (${took} ms)`)
  })
  next()
})

// Files of a folder, with caching, ranges and conditions. Missing files go on to the routes below.
app.use(webapp.static(fileURLToPath(new URL('public', import.meta.url)), { maxAge: '1h' }))

// A page, rendered by ejs.
app.get('/', (_req, res) => {
  res.render('home', { planets })
})

// A parameter, looked up once for every route that has it.
app.param('planet', (_req, res, next, name) => {
  const planet = findPlanet(name)
  if (planet === undefined) return next(refusal(404, `There is no planet called ${name}.`))
  res.locals.planet = planet
  next()
})

// One URL, two formats: JSON for programs, a page for browsers.
app.get('/planets/:planet', (_req, res) => {
  const { planet } = res.locals
  res.format({
    json: () => res.json(planet),
    html: () => res.render('planet', { planet }),
  })
})

// An optional part in braces; without it the distance is measured from Earth.
app.get('/distance/:to{/:from}', (req, res) => {
  const { to, from = 'Earth' } = req.params
  const [end, start] = [findPlanet(to), findPlanet(from)]
  if (!end || !start) throw refusal(404, `I cannot measure from ${from} to ${to}.`)
  const distance = Math.abs(end.distance - start.distance)
  res.json({ from: start.name, to: end.name, astronomicalUnits: Number(distance.toFixed(2)) })
})

// A wildcard: all segments, as an array.
app.get('/route/*stops', (req, res) => {
  res.json({ stops: req.params.stops })
})

// A router groups routes and can be mounted on any path.
const api = Router()
api.get('/planets', (req, res) => {
  const atLeast = Number(req.query.moons ?? 0)
  res.json(planets.filter((planet) => planet.moons >= atLeast))
})
app.use('/api', api)

// A handler may return a web Response.
app.get('/moons', () => {
  return Response.json(Object.fromEntries(planets.map(({ name, moons }) => [name, moons])))
})

// A form: the parser runs only on this route and sets req.body.
/** @type {{ name: string, words: string }[]} */
const guests = []
app.get('/guestbook', (_req, res) => {
  res.render('guestbook', { guests })
})
app.post('/guestbook', webapp.urlencoded({ limit: '1kb' }), (req, res) => {
  const { name, words } = req.body ?? {}
  if (!name || !words) throw refusal(400, 'A guest has a name and words.')
  guests.unshift({ name: String(name), words: String(words) })
  guests.length = Math.min(guests.length, 10)
  res.redirect(303, '/guestbook')
})

// An upload of any type, as one Buffer. A larger body gets 413.
app.post('/signal', webapp.raw({ type: () => true, limit: '1mb' }), (req, res) => {
  const signal = req.body ?? Buffer.alloc(0)
  res.json({ bytes: signal.length, sha256: createHash('sha256').update(signal).digest('hex') })
})

// A rejected promise goes to the error handler.
app.get('/broken', async () => {
  throw new Error('The probe lost its antenna.')
})

// No route matched: 404.
app.use((req, _res, next) => {
  next(refusal(404, `Nothing orbits at ${req.path}.`))
})

/**
 * An error handler must have four parameters.
 * @type {import('webapp').ErrorRequestHandler}
 */
const showError = (error, _req, res, _next) => {
  const status = error.status ?? 500
  res.status(status)
  res.format({
    json: () => res.json({ status, message: error.message }),
    html: () => res.render('error', { status, message: error.message }),
  })
}
app.use(showError)

/**
 * @param {number} status
 * @param {string} message
 */
function refusal(status, message) {
  return Object.assign(new Error(message), { status })
}
