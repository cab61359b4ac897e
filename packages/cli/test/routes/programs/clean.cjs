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

// Contracts whose params are those of the path, or of a path that the check cannot know.
const { z } = require('zod')
const { contract } = require('webapp/contract')
const withParams = (...names) =>
  contract({ params: z.object(Object.fromEntries(names.map((name) => [name, z.string()]))) })
const merging = webapp.Router({ mergeParams: true })
merging.get('/:task', withParams('project', 'task'), (_req, res) => res.end())
app.use('/projects/:project', merging)
app.get(
  '/tabs{/:tab}',
  contract({ params: z.object({ tab: z.string().optional() }) }),
  (_req, res) => res.end(),
)
app.get(
  '/parts/*"a path"',
  contract({ params: z.object({ 'a path': z.array(z.string()) }) }),
  (_req, res) => res.end(),
)
app.get(/^\/numbers\/(?<n>\d+)$/, withParams('n'), (_req, res) => res.end())
app.get(['/one/:a', '/two/:a/:b'], withParams('a'), (_req, res) => res.end())
app.get(
  '/tagged/:tag',
  contract({ params: z.object({ tag: z.string().refine(async () => true) }) }),
  (_req, res) => res.end(),
)
const older = require('webapp/v4').Router()
older.get('/files/:name.:format?/*', withParams('name', '0'), (_req, res) => res.end())
app.use('/older', older)
const oldest = require('webapp/v3')()
oldest.get('/pages/:page', withParams('page'), (_req, res) => res.end())
app.use('/oldest', oldest)

// The order of express-generator: nothing found, then errors.
app.use((_req, _res, next) => next(Object.assign(new Error('Not Found'), { status: 404 })))
app.use((error, _req, res, _next) => res.status(error.status ?? 500).send(error.message))

module.exports = app
