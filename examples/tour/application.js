import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import webapp, { Router } from 'webapp'
import { findPlanet, planets } from './planets.js'

export const app = webapp()

app.set('view engine', 'ejs')
app.set('views', join(fileURLToPath(new URL('.', import.meta.url)), 'views'))
app.locals.site = 'A tour of the planets'

// Middleware sees every request; this one notes each answer in the terminal.
app.use((req, res, next) => {
  const started = performance.now()
  res.on('finish', () => {
    const took = (performance.now() - started).toFixed(1)
    console.log(`  ${res.statusCode} ${req.method} ${req.originalUrl} (${took} ms)`)
  })
  next()
})

// A page, rendered by ejs.
app.get('/', (_req, res) => {
  res.render('home', { planets })
})

// A parameter, looked up once for every route that has it.
app.param('planet', (_req, res, next, name) => {
  const planet = findPlanet(name)
  if (planet === undefined) return next(notFound(`There is no planet called ${name}.`))
  res.locals.planet = planet
  next()
})

// One address, two forms: JSON for programs, a page for browsers.
app.get('/planets/:planet', (_req, res) => {
  const { planet } = res.locals
  res.format({
    json: () => res.json(planet),
    html: () => res.render('planet', { planet }),
  })
})

// An optional part in braces; without it the way starts from Earth.
app.get('/distance/:to{/:from}', (req, res) => {
  const { to, from = 'Earth' } = req.params
  const [end, start] = [findPlanet(to), findPlanet(from)]
  if (!end || !start) throw notFound(`I cannot measure from ${from} to ${to}.`)
  const distance = Math.abs(end.distance - start.distance)
  res.json({ from: start.name, to: end.name, astronomicalUnits: Number(distance.toFixed(2)) })
})

// A wildcard: all segments, as an array.
app.get('/route/*stops', (req, res) => {
  res.json({ stops: req.params.stops })
})

// A router is a small application of its own, mounted where you like.
const api = Router()
api.get('/planets', (req, res) => {
  const atLeast = Number(req.query.moons ?? 0)
  res.json(planets.filter((planet) => planet.moons >= atLeast))
})
app.use('/api', api)

// A rejected promise reaches the error page; nothing hangs.
app.get('/broken', async () => {
  throw new Error('The probe lost its antenna.')
})

// Nobody has answered: 404.
app.use((req, _res, next) => {
  next(notFound(`Nothing orbits at ${req.path}.`))
})

/**
 * Four parameters make an error handler, and all four have to be there.
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

/** @param {string} message */
function notFound(message) {
  return Object.assign(new Error(message), { status: 404 })
}
