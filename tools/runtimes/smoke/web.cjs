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

/** Starts an application with `serve`, on a free port. */
function start(t) {
  const { serve: listen } = require('webapp/serve')
  return listen(t.app, { port: 0, hostname: '127.0.0.1' })
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

  own('serve(app) listens, knows the client, and closes', ALL, async (t) => {
    serve(t)
    t.app.get('/ip', (req, res) => res.send(req.ip))
    const running = await start(t)
    assert.equal(running.url, `http://127.0.0.1:${running.port}/`)
    await assertServes((path, options) => fetch(new URL(path, running.url), options))
    assert.equal(await (await fetch(new URL('/ip', running.url))).text(), '127.0.0.1')
    const head = await fetch(new URL('/hello/Ada', running.url), { method: 'HEAD' })
    assert.deepEqual([head.status, head.headers.get('content-length')], [200, '10'])
    assert.deepEqual(await running.close(), { forced: 0 })
    await assert.rejects(fetch(running.url))
  }),

  own('serve(app) streams, and reports a client that disconnects', ALL, async (t) => {
    const closed = new Promise((resolve) => {
      t.app.get('/', (_req, res) => {
        res.on('close', () => resolve(res.writableFinished))
        res.write('first')
      })
    })
    const running = await start(t)
    const abort = new AbortController()
    const { body } = await fetch(running.url, { signal: abort.signal })
    const { value } = await body.getReader().read()
    assert.equal(Buffer.from(value).toString(), 'first')
    abort.abort()
    assert.equal(await closed, false)
    await running.close({ timeout: 0 })
  }),

  own('serve(app) closes while a request is in flight: it finishes', ALL, async (t) => {
    let respond
    const arrived = new Promise((resolve) => {
      t.app.get('/', (_req, res) => {
        respond = () => res.send('whole')
        resolve()
      })
    })
    const running = await start(t)
    const response = fetch(running.url)
    await arrived
    // The promise of the application waits for the server of the runtime too.
    const closed = t.app.close()
    assert.equal(t.app.closing, true)
    respond()
    assert.equal(await (await response).text(), 'whole')
    assert.deepEqual(await closed, { forced: 0 })
  }),

  own('serve(app) cuts requests off at the timeout of close', ALL, async (t) => {
    const arrived = new Promise((resolve) => {
      t.app.get('/', () => resolve())
    })
    const running = await start(t)
    const failure = assert.rejects(fetch(running.url))
    await arrived
    assert.deepEqual(await running.close({ timeout: 0 }), { forced: 1 })
    await failure
  }),

  own('serve(app) rejects if the port is in use', ALL, async (t) => {
    const { serve: listen } = require('webapp/serve')
    const running = await start(t)
    const other = t.webapp()
    const { port } = running
    await assert.rejects(listen(other, { port, hostname: '127.0.0.1' }), /EADDRINUSE|in use/i)
    await running.close()
  }),

  own('serve(app) listens again after a close', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.send(String(t.app.closing)))
    await (await start(t)).close()
    const again = await start(t)
    assert.equal(await (await fetch(again.url)).text(), 'false')
    await again.close()
  }),
]
