const assert = require('node:assert/strict')
const { ALL, own, Skip } = require('./check.cjs')

/** An application with something to ask for; skips where it has no `fetch`. */
function serve(t) {
  if (typeof t.app.fetch !== 'function') throw new Skip('app.fetch is not there')
  t.app.use(t.webapp.json())
  t.app.get('/hello/:name', (req, res) => res.send(`hello, ${req.params.name}`))
  t.app.post('/echo', (req, res) => res.json({ got: req.body }))
  return (request) => t.app.fetch(request)
}

async function assertServes(ask) {
  const hello = await ask('/hello/Ada')
  assert.deepEqual([hello.status, await hello.text()], [200, 'hello, Ada'])
  const headers = { 'content-type': 'application/json' }
  const echo = await ask('/echo', { method: 'POST', headers, body: '{"a":1}' })
  assert.deepEqual(await echo.json(), { got: { a: 1 } })
  assert.equal((await ask('/none')).status, 404)
}

module.exports = [
  own('app.fetch handles a Request', ALL, async (t) => {
    const handle = serve(t)
    await assertServes((path, options) => handle(new Request(`http://x.test${path}`, options)))
  }),

  own('Bun.serve with app.fetch', ALL, async (t) => {
    if (typeof Bun === 'undefined') throw new Skip('only Bun has Bun.serve')
    const server = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: serve(t) })
    try {
      await assertServes((path, options) =>
        fetch(`http://127.0.0.1:${server.port}${path}`, options),
      )
    } finally {
      server.stop(true)
    }
  }),

  own('Deno.serve with app.fetch', ALL, async (t) => {
    if (typeof Deno === 'undefined') throw new Skip('only Deno has Deno.serve')
    const options = { port: 0, hostname: '127.0.0.1', onListen() {} }
    const server = Deno.serve(options, serve(t))
    try {
      await assertServes((path, init) => fetch(`http://127.0.0.1:${server.addr.port}${path}`, init))
    } finally {
      await server.shutdown()
    }
  }),
]
