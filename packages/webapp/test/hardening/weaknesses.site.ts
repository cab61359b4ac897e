import { Readable } from 'node:stream'
import type { BuildSite, Site } from './support/site.ts'
import { tellError } from './support/tell-error.ts'

const build: BuildSite = (site) => {
  const { app, webapp, folder } = site
  app.set('views', folder)
  app.engine('txt', (path, options, done) => done(null, `${path} ${Object.keys(options).length}`))
  app.set('view engine', 'txt')
  app.enable('view cache')
  app.get('/redirect/backslash', (_req, res) => void res.redirect('/\\evil.com'))
  app.get('/redirect/nothing', (_req, res) => void res.redirect(undefined as never))
  app.get('/host', (req, res) => void res.json([req.headers.host, req.hostname ?? req.host]))
  app.get('/render/:name', (req, res) => void res.render(req.params.name))
  app.get('/stale', (_req, res) => {
    res.set('ETag', '"old"')
    res.cookie('a', 'b')
    res.set('Content-Encoding', 'gzip')
    throw new Error('after them')
  })
  addHazards(site)
  addBadStatuses(site)
  const own = webapp()
  own.set('env', 'production')
  app.use('/own', own)
  app.use('/told', tellError)
}

export default build

/** A status that cannot be sent, where the answer is sent out of a callback. */
function addBadStatuses({ app, webapp, folder, dialect }: Site): void {
  for (const status of [1000, 99, 100, 103, Number.NaN, 'abc' as never]) {
    const badly = webapp()
    badly.set('views', folder)
    badly.engine('txt', (_path, _options, done) => void setImmediate(done, null, 'rendered'))
    badly.set('view engine', 'txt')
    badly.use((_req, res, next) => {
      res.statusCode = status
      next()
    })
    badly.use('/static', webapp.static(folder))
    badly.get('/render', (_req, res) => void res.render('page'))
    badly.get('/later', (_req, res, next) => {
      setImmediate(() => {
        try {
          res.send('x')
        } catch (error) {
          next(error)
        }
      })
    })
    if (dialect !== '3.x') {
      badly.get('/file', (_req, res) => res.sendFile('page.txt', { root: folder }))
      badly.get('/large', (_req, res) => res.sendFile('large.bin', { root: folder }))
    }
    app.use(`/status/${String(status)}`, badly)
  }
}

function addHazards({ app, webapp }: Site): void {
  app.get('/twice/send', (_req, res) => {
    res.send('first')
    res.send('second')
  })
  app.get('/twice/end', (_req, res) => {
    res.end('first')
    res.end('second')
  })
  app.get('/twice/write', (_req, res) => {
    res.send('first')
    res.write('second')
  })
  app.get('/twice/pipe', (_req, res) => {
    res.send('first')
    Readable.from(['second']).pipe(res)
  })
  app.get('/twice/render', (_req, res) => {
    res.send('first')
    res.render('page')
  })
  app.post('/hash', webapp.json({ limit: '10mb' }), (req, res) => {
    res.json(Object.keys(req.body).length)
  })
  app.get('/rejected/:reason', async (req) => {
    await Promise.reject(req.params.reason === 'none' ? undefined : new Error('rejected'))
  })
}
