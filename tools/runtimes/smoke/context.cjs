const assert = require('node:assert/strict')
const { AsyncLocalStorage } = require('node:async_hooks')
const { channel } = require('node:diagnostics_channel')
const { ALL, check, own, Skip } = require('./check.cjs')

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** An application in which each request has a store of its own, taken from its URL. */
function storing(t) {
  const storage = new AsyncLocalStorage()
  t.app.use((req, _res, next) => storage.run({ url: req.url }, next))
  return storage
}

/** Listens to a channel while `work` is done; returns what was told. */
async function eventsOf(name, work) {
  const events = []
  const listener = (event) => events.push(event)
  channel(name).subscribe(listener)
  try {
    await work()
  } finally {
    channel(name).unsubscribe(listener)
  }
  return events
}

module.exports = [
  check('AsyncLocalStorage survives asynchronous handlers', ALL, async (t) => {
    const storage = storing(t)
    t.app.use((_req, _res, next) => setTimeout(next, 5))
    t.app.get('/:n', (_req, res) => res.send(storage.getStore().url))
    const paths = ['/1', '/2', '/3']
    const answers = await Promise.all(paths.map((path) => t.request(path)))
    assert.deepEqual(
      answers.map(({ text }) => text),
      paths,
    )
  }),

  check('AsyncLocalStorage survives the reading of a body', ALL, async (t) => {
    const storage = storing(t)
    t.app.use(t.webapp.urlencoded({ extended: false }))
    t.app.post('/:n', (req, res) => res.send(`${storage.getStore()?.url} ${req.body.a}`))
    const options = { method: 'POST', headers: FORM, body: `a=${'x'.repeat(50_000)}` }
    const answers = await Promise.all(['/1', '/2'].map((path) => t.request(path, options)))
    assert.deepEqual(
      answers.map(({ text }) => text.slice(0, 4)),
      ['/1 x', '/2 x'],
    )
  }),

  check('AsyncLocalStorage survives a missing file', ALL, async (t) => {
    const storage = storing(t)
    t.app.use(t.webapp.static(__dirname))
    t.app.use((_req, res) => res.send(storage.getStore()?.url))
    assert.equal((await t.request('/none')).text, '/none')
  }),

  own('diagnostics channels publish a request with its route', ALL, async (t) => {
    t.app.get('/users/:id', (_req, res) => res.send('x'))
    const routes = []
    const ended = await eventsOf('tracing:webapp.request:start', async () => {
      let tell
      const over = new Promise((resolve) => {
        tell = (event) => resolve(routes.push(event.route))
      })
      channel('tracing:webapp.request:asyncEnd').subscribe(tell)
      await t.request('/users/7')
      await over
      channel('tracing:webapp.request:asyncEnd').unsubscribe(tell)
    })
    assert.deepEqual(
      ended.map(({ method, url }) => `${method} ${url}`),
      ['GET /users/7'],
    )
    assert.deepEqual(routes, ['/users/:id'])
  }),

  own('diagnostics channels publish handlers', ALL, async (t) => {
    t.app.use(function first(_req, _res, next) {
      next()
    })
    t.app.get('/', function second(_req, res) {
      res.send('x')
    })
    const layers = await eventsOf('tracing:webapp.layer:start', () => t.request('/'))
    const names = layers.map(({ name }) => name).filter((name) => /first|second/.test(name))
    assert.deepEqual(names, ['first', 'second'])
  }),

  own('diagnostics channels publish errors', ALL, async (t) => {
    const failure = new Error('boom')
    t.app.get('/', () => {
      throw failure
    })
    const errors = await eventsOf('webapp.error', () => t.request('/'))
    assert.equal(errors.length, 1)
    assert.ok(errors[0].error === failure)
  }),

  own('a store bound to the request channel is available in handlers', ALL, async (t) => {
    const start = channel('tracing:webapp.request:start')
    if (typeof start.bindStore !== 'function') throw new Skip('channels have no bindStore')
    const storage = new AsyncLocalStorage()
    start.bindStore(storage, (event) => ({ of: event.url }))
    try {
      t.app.use((_req, _res, next) => setImmediate(next))
      t.app.get('/x', (_req, res) => res.send(storage.getStore()?.of))
      assert.equal((await t.request('/x')).text, '/x')
    } finally {
      start.unbindStore(storage)
    }
  }),
]
