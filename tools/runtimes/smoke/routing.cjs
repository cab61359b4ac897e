const assert = require('node:assert/strict')
const { ALL, NESTING, check, own } = require('./check.cjs')

module.exports = [
  check('parameters are decoded', ALL, async (t) => {
    t.app.get('/users/:id/:page', (req, res) => res.json({ ...req.params }))
    const answer = await t.request('/users/a%20b/%C3%A9')
    assert.deepEqual(answer.json(), { id: 'a b', page: 'é' })
  }),

  check('an undecodable parameter gets 400', ALL, async (t) => {
    t.app.get('/users/:id', (_req, res) => res.send('not reached'))
    assert.equal((await t.request('/users/%E0%A4%A')).status, 400)
  }),

  check('handlers run in the order of registration', ALL, async (t) => {
    const seen = []
    const note = (name) => (_req, _res, next) => {
      seen.push(name)
      next()
    }
    t.app.use(note('first'))
    t.app.get('/', note('second'), [note('third'), note('fourth')])
    t.app.get('/', (_req, res) => res.json(seen))
    assert.deepEqual((await t.request('/')).json(), ['first', 'second', 'third', 'fourth'])
  }),

  check("next('route') leaves the route", ALL, async (t) => {
    t.app.get(
      '/',
      (_req, _res, next) => next('route'),
      (_req, res) => res.send('not reached'),
    )
    t.app.get('/', (_req, res) => res.send('next route'))
    assert.equal((await t.request('/')).text, 'next route')
  }),

  check('regular expressions capture', ALL, async (t) => {
    t.app.get(/^\/commits\/(\w+)\.\.(\w+)$/, (req, res) =>
      res.send(`${req.params[0]}-${req.params[1]}`),
    )
    assert.equal((await t.request('/commits/71d..90a')).text, '71d-90a')
  }),

  check('wildcards capture the rest of a path', ALL, async (t) => {
    if (t.dialect === '5.x') {
      t.app.get('/files/*rest', (req, res) => res.send(req.params.rest.join('/')))
    } else t.app.get('/files/*', (req, res) => res.send(req.params[0]))
    assert.equal((await t.request('/files/a/b.txt')).text, 'a/b.txt')
  }),

  check('nested routers trim the URL and restore it', NESTING, async (t) => {
    const inner = t.webapp.Router()
    inner.get('/leaf', (req, res, next) => {
      res.locals.inner = `${req.baseUrl}|${req.url}|${req.originalUrl}`
      next()
    })
    const outer = t.webapp.Router()
    outer.use('/inner', inner)
    t.app.use('/outer', outer)
    t.app.use((req, res) => res.send(`${res.locals.inner} ${req.baseUrl}|${req.url}`))
    const answer = await t.request('/outer/inner/leaf?x=1')
    assert.equal(answer.text, '/outer/inner|/leaf?x=1|/outer/inner/leaf?x=1 |/outer/inner/leaf?x=1')
  }),

  check('routers can see the parameters of their mount', NESTING, async (t) => {
    const router = t.webapp.Router({ mergeParams: true })
    router.get('/posts/:post', (req, res) => res.json({ ...req.params }))
    t.app.use('/users/:user', router)
    const answer = await t.request('/users/7/posts/12')
    assert.deepEqual(answer.json(), { user: '7', post: '12' })
  }),

  check('a mounted application keeps its settings', ALL, async (t) => {
    const blog = t.webapp()
    blog.set('title', 'blog')
    blog.get('/post', (req, res) => res.send(`${req.app.get('title')} ${req.url} ${blog.path()}`))
    t.app.set('title', 'site')
    t.app.use('/blog', blog)
    t.app.use((req, res) => res.send(req.app.get('title')))
    assert.equal((await t.request('/blog/post')).text, 'blog /post /blog')
    assert.equal((await t.request('/blog/none')).text, 'site')
  }),

  check('a GET route handles HEAD without a body', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.send('four'))
    const answer = await t.request('/', { method: 'HEAD' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-length'], '4')
    assert.equal(answer.body.length, 0)
  }),

  check('OPTIONS lists the methods of a path', ALL, async (t) => {
    t.app.get('/thing', (_req, res) => res.send('get'))
    t.app.put('/thing', (_req, res) => res.send('put'))
    const answer = await t.request('/thing', { method: 'OPTIONS' })
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.headers.allow.split(/, ?/).sort(), ['GET', 'HEAD', 'PUT'])
  }),

  check('all HTTP methods reach their routes', ALL, async (t) => {
    const methods = ['get', 'post', 'put', 'patch', 'delete']
    for (const method of methods) t.app[method]('/', (_req, res) => res.send(method))
    for (const method of methods) {
      const answer = await t.request('/', { method: method.toUpperCase() })
      assert.equal(answer.text, method)
    }
  }),

  check('app.param prepares a parameter', ALL, async (t) => {
    t.app.param('user', (req, _res, next, id) => {
      req.user = `user ${id}`
      setImmediate(next)
    })
    t.app.get('/:user', (req, res) => res.send(req.user))
    assert.equal((await t.request('/7')).text, 'user 7')
  }),

  check('queries are parsed with brackets', ALL, async (t) => {
    t.app.set('query parser', 'extended')
    t.app.get('/', (req, res) => res.json(req.query))
    const answer = await t.request('/?a[b]=1&c[]=2&c[]=3&d=%20')
    assert.deepEqual(answer.json(), { a: { b: '1' }, c: ['2', '3'], d: ' ' })
  }),

  check('an absolute-form target is routed by its path', ALL, async (t) => {
    t.app.get('/x', (req, res) => res.send(`${req.path} ${req.query.a} ${req.url}`))
    const answer = await t.request('http://other.test/x?a=1')
    assert.equal(answer.text, '/x 1 http://other.test/x?a=1')
  }),

  check('a target that starts with two slashes is a path, not a host', ALL, async (t) => {
    t.app.use((req, res) => res.send(req.path))
    assert.equal((await t.request('//other.test//x')).text, '//other.test//x')
  }),

  check('the last of 1,000 routes is found', ALL, async (t) => {
    for (let n = 0; n < 1000; n++) t.app.get(`/route-${n}/:id`, (_req, res) => res.send(`${n}`))
    assert.equal((await t.request('/route-999/x')).text, '999')
  }),

  check('10,000 handlers in a row do not overflow the stack', ALL, async (t) => {
    for (let n = 0; n < 10_000; n++) t.app.use((_req, _res, next) => next())
    t.app.use((_req, res) => res.send('arrived'))
    assert.equal((await t.request('/')).text, 'arrived')
  }),

  check('an unmatched path gets a 404 page that names it', ALL, async (t) => {
    const answer = await t.request('/nowhere')
    assert.equal(answer.status, 404)
    assert.match(answer.text, /Cannot GET \/nowhere/)
  }),

  own('applications of the three dialects can be mounted in each other', ['5.x'], async (t) => {
    const v4 = require('webapp/v4')()
    const v3 = require('webapp/v3')()
    v3.get('/:name?', (req, res) => res.send(202, { v3: req.param('name') }))
    v4.use('/three', v3)
    v4.get('/:name?', (req, res) => res.json({ v4: req.param('name') }))
    t.app.use('/four', v4)
    assert.deepEqual((await t.request('/four/three/x')).json(), { v3: 'x' })
    assert.deepEqual((await t.request('/four/y')).json(), { v4: 'y' })
  }),
]
