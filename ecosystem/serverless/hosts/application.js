import webapp from 'webapp'

export const app = webapp()
app.set('trust proxy', 1)
app.disable('x-powered-by')
app.use(webapp.json())
app.get('/pets/:id', (req, res) => {
  res.cookie('a', '1', { httpOnly: true, sameSite: 'lax' }).cookie('b', 'x y', { maxAge: 60_000 })
  res.status(201).json({ id: req.params.id, query: req.query, ip: req.ip })
})
app.post('/echo', (req, res) => res.json(req.body))
app.get('/parts', (_req, res) => {
  res.write('one ')
  setImmediate(() => res.end('two'))
})
