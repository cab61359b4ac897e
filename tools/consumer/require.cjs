const assert = require('node:assert/strict')
const webapp = require('webapp')
const v3 = require('webapp/v3')
const v4 = require('webapp/v4')

assert.equal(typeof webapp, 'function')
assert.equal(typeof webapp.Router, 'function')
assert.ok(require('webapp/v5') === webapp, 'webapp/v5 is webapp')
assert.ok(v4 !== webapp, 'webapp/v4 is a dialect of its own')
assert.equal(typeof v4.Router, 'function')
assert.equal(v4.static.mime.lookup('a.html'), 'text/html')
assert.ok(v3 !== v4, 'webapp/v3 is a dialect of its own')
assert.equal(v3.mime.lookup('a.html'), 'text/html')
assert.throws(() => v3.session, /npm install express-session/)
assert.equal(require('webapp/package.json').name, 'webapp')

const { inject } = require('webapp/inject')
const { lambda } = require('webapp/lambda')
const { serve } = require('webapp/serve')

const app = webapp()
const older = v4()
const oldest = v3()
app.get('/:name', (req, res) => res.json({ hello: req.params.name }))
older.get('/:name?', (req, res) => res.json({ hello: req.params.name || 'nobody' }))
oldest.use(v3.urlencoded())
oldest.get('/:name?', (req, res) => res.send(200, { hello: req.params.name || 'nobody' }))

serves(app, '/world', { hello: 'world' })
serves(older, '/world', { hello: 'world' })
serves(older, '/', { hello: 'nobody' })
serves(oldest, '/world', { hello: 'world' })
serves(oldest, '/', { hello: 'nobody' })

injects()

async function injects() {
  const expected = { hello: 'world' }
  for (const application of [app, older, oldest]) {
    assert.deepEqual((await application.inject('/world')).json(), expected)
    assert.deepEqual((await inject(application, '/world')).json(), expected)
    const response = await application.fetch(new Request('http://localhost/world'))
    assert.deepEqual(await response.json(), expected)
    const { body } = await lambda(application)({ httpMethod: 'GET', path: '/world' })
    assert.deepEqual(JSON.parse(body), expected)
  }
  for (const factory of [webapp, v4, v3]) {
    const served = factory()
    served.get('/', (_req, res) => res.send('served'))
    const { url, close } = await serve(served, { port: 0, hostname: '127.0.0.1' })
    assert.equal(await (await fetch(url)).text(), 'served')
    assert.deepEqual(await close(), { forced: 0 })
  }
}

function serves(application, path, expected) {
  const server = application.listen(0, async () => {
    const answer = await fetch(`http://localhost:${server.address().port}${path}`)
    assert.deepEqual(await answer.json(), expected)
    server.close()
  })
}
