// The program that is bundled. It prints what each part of the framework does, a line each.
import { once } from 'node:events'
import { createServer, get } from 'node:http'
import { dirname, join } from 'node:path'
import webapp from 'webapp'

async function main() {
  const folder = dirname(process.argv[1])
  const app = webapp()
  const print = (label, value) => console.log(`${label}: ${JSON.stringify(value)}`)

  app.set('env', 'test')
  app.set('views', join(folder, 'views'))
  app.engine('tpl', (path, options, done) => done(null, `${path.slice(-8)} ${options.name}`))
  app.use('/files', webapp.static(join(folder, 'public')))
  app.use(webapp.json())
  app.use(webapp.urlencoded({ extended: true }))
  app.get('/users/:id', (req, res) => res.json([req.params.id, req.query, req.accepts('json')]))
  app.post('/body', (req, res) => res.json([req.is('json'), req.is('urlencoded'), req.body]))
  app.get('/page', (_req, res) => res.render('page.tpl', { name: 'rendered' }))
  app.get('/file', (_req, res) =>
    (res.sendFile ?? res.sendfile).call(res, join(folder, 'public', 'a.txt')),
  )
  app.get('/cookie', (_req, res) => res.cookie('a', 'b').send('cookie'))
  app.get('/fail', () => {
    throw new Error('failed')
  })

  const summarize = ({ statusCode, headers, body }) => [
    statusCode,
    headers['content-type'],
    headers['set-cookie'],
    String(body).split('<br>')[0],
  ]

  for (const url of [
    '/users/7?a=1',
    '/page',
    '/file',
    '/files/a.txt',
    '/cookie',
    '/fail',
    '/none',
  ]) {
    print(url, summarize(await app.inject(url)))
  }
  print('json', summarize(await app.inject({ method: 'POST', url: '/body', body: { a: [1] } })))
  const form = new URLSearchParams('a[b]=1')
  print('form', summarize(await app.inject({ method: 'POST', url: '/body', body: form })))
  const fetched = await app.fetch(new Request('http://a.test/users/8'))
  print('fetch', [fetched.status, await fetched.json()])

  const server = app.listen ? app.listen(0, '127.0.0.1') : createServer(app).listen(0, '127.0.0.1')
  if (!server.listening) await once(server, 'listening')
  const request = get({ port: server.address().port, host: '127.0.0.1', path: '/users/9' })
  const [response] = await once(request, 'response')
  let text = ''
  for await (const chunk of response) text += chunk
  print('listen', [response.statusCode, text])
  print('close', await app.close())

  const listed = webapp.routes(app).map(({ method, path }) => `${method} ${path}`)
  print('routes', listed)
  print('printRoutes', webapp.printRoutes(app).split('\n').length > 5)
  print('shutdown', typeof webapp.shutdown)
  print('members', Object.keys(webapp).sort())
}

main()
