// Idioms that look like mistakes and are none.
const webapp = require('webapp')

const app = webapp()
app.use(webapp.json())
app.get('/users/new', (_req, res) => res.end())
app.get('/users/:id', (_req, _res, next) => next())
app.get('/users/:id', (_req, res) => res.end())
app.get('/users/:id/edit', (_req, res) => res.end())
app.post('/users/:id', (_req, res) => res.end())

app.param('day', (_req, _res, next, day) => next(day === 'today' ? undefined : 'route'))
app.get('/days/:day', (_req, res) => res.end())
app.get('/days/other', (_req, res) => res.end())

const api = webapp.Router()
api.get('/', (_req, res) => res.end())
api.use((error, _req, res, _next) => res.status(500).send(error.message))
app.use('/api', api)
app.use(/^\/old(\/|$)/, (_req, res) => res.status(410).end())
app.use(webapp.static('public'))

// The order of express-generator: nothing found, then errors.
app.use((_req, _res, next) => next(Object.assign(new Error('Not Found'), { status: 404 })))
app.use((error, _req, res, _next) => res.status(error.status ?? 500).send(error.message))

module.exports = app
