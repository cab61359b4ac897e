/** The handlers that run on Express and on webapp: only the factory is another one. */
module.exports = function createApplication(express) {
  const app = express()
  app.set('env', 'test')
  app.disable('x-powered-by')
  app.set('json spaces', 1)
  app.use(express.json())
  app.use(express.urlencoded({ extended: true }))
  app.use(express.raw({ type: 'application/octet-stream' }))
  app.get('/pets/:id', (req, res) => {
    const { method, url, originalUrl, path, query, params, ip, protocol, secure, hostname } = req
    const headers = ['accept', 'cookie', 'host', 'x-many'].map((name) => req.get(name))
    res.json({ method, url, originalUrl, path, query, params, headers })
    res.locals.network = { ip, protocol, secure, hostname }
  })
  app.get('/network', (req, res) => res.json([req.ip, req.protocol, req.secure, req.hostname]))
  app.post('/echo', (req, res) => {
    const body = Buffer.isBuffer(req.body) ? req.body.toString('base64') : req.body
    res.json({ body, length: req.get('content-length'), type: req.get('content-type') })
  })
  app.get('/cookies', (_req, res) => {
    res.cookie('a', '1', { path: '/x', httpOnly: true }).cookie('b', 'é').status(201)
    res.append('X-Two', 'one').append('X-Two', 'two').send('<p>set</p>')
  })
  app.get('/bytes', (_req, res) => res.type('png').send(Buffer.from([0, 1, 254, 255])))
  app.get('/text', (_req, res) => res.type('text').send('naïve ☃'))
  app.get('/empty', (_req, res) => res.status(204).end())
  app.get('/away', (_req, res) => res.redirect('/pets/1'))
  app.get('/parts', (_req, res) => {
    res.type('text').write('one ')
    setImmediate(() => res.end('two'))
  })
  app.get('/throw', () => {
    throw Object.assign(new Error('meant to fail'), { status: 418 })
  })
  app.use((error, _req, res, next) => {
    if (res.headersSent) return next(error)
    res.status(error.status || 500).send(`failed: ${error.message}`)
  })
  return app
}
