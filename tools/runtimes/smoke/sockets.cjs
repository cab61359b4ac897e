const assert = require('node:assert/strict')
const { ALL, check } = require('./check.cjs')
const { formatRequest } = require('./client.cjs')

/** An application that answers with the path of each request. */
function echo(t) {
  t.app.use((req, res) => res.send(req.url))
}

module.exports = [
  check('a connection is kept alive for the next request', ALL, async (t) => {
    echo(t)
    const connection = await t.connect()
    for (const path of ['/first', '/second', '/third']) {
      connection.write(formatRequest(path))
      assert.equal((await connection.answer()).text, path)
    }
  }),

  check('pipelined requests get their responses in order', ALL, async (t) => {
    t.app.get('/slow', (_req, res) => setTimeout(() => res.send('/slow'), 50))
    echo(t)
    const paths = ['/slow', '/a', '/slow', '/b']
    const connection = await t.connect()
    connection.write(Buffer.concat(paths.map((path) => formatRequest(path))))
    for (const path of paths) assert.equal((await connection.answer()).text, path)
  }),

  check('Connection: close is honoured', ALL, async (t) => {
    echo(t)
    const connection = await t.connect()
    connection.write(formatRequest('/', { headers: { Connection: 'close' } }))
    assert.equal((await connection.answer()).headers.connection, 'close')
    await connection.closed()
  }),

  check('an HTTP/1.0 client gets its response, then the end of the connection', ALL, async (t) => {
    t.app.get('/', (_req, res) => {
      res.write('one ')
      res.end('two')
    })
    const connection = await t.connect()
    connection.write('GET / HTTP/1.0\r\n\r\n')
    const answer = await connection.answer()
    assert.deepEqual([answer.status, answer.text], [200, 'one two'])
    await connection.closed()
  }),

  check('a request that arrives byte by byte', ALL, async (t) => {
    echo(t)
    const connection = await t.connect()
    for (const byte of formatRequest('/x')) {
      connection.write(Buffer.from([byte]))
      await new Promise(setImmediate)
    }
    assert.equal((await connection.answer()).text, '/x')
  }),

  check('data that is not HTTP gets 400', ALL, async (t) => {
    echo(t)
    const connection = await t.connect()
    connection.write('NONSENSE\r\n\r\n')
    assert.equal((await connection.answer()).status, 400)
  }),

  check('a disconnected client is detected', ALL, async (t) => {
    const connection = await t.connect()
    const closed = new Promise((resolve) => {
      t.app.get('/', (_req, res) => {
        res.once('close', () => resolve(res.writableFinished))
        connection.destroy()
      })
    })
    connection.write(formatRequest('/'))
    assert.equal(await closed, false)
  }),

  check('a sent response emits its events', ALL, async (t) => {
    const events = []
    const closed = new Promise((resolve) => {
      t.app.get('/', (_req, res) => {
        res.once('finish', () => events.push('finish'))
        res.once('close', resolve)
        res.send('x')
      })
    })
    await t.request('/')
    await closed
    assert.deepEqual(events, ['finish'])
  }),

  check('200 requests at once on 50 connections', ALL, async (t) => {
    t.app.get('/:n', async (req, res) => {
      await new Promise(setImmediate)
      res.send(req.params.n)
    })
    await t.start()
    const clients = Array.from({ length: 50 }, async (_, client) => {
      const connection = await t.connect()
      for (let n = 0; n < 4; n++) {
        connection.write(formatRequest(`/${client}-${n}`))
        assert.equal((await connection.answer()).text, `${client}-${n}`)
      }
    })
    await Promise.all(clients)
  }),

  check('an idle connection is closed after keepAliveTimeout', ['5.x'], async (t) => {
    echo(t)
    const server = await t.start()
    server.keepAliveTimeout = 100
    const connection = await t.connect()
    connection.write(formatRequest('/'))
    await connection.answer()
    await connection.closed()
  }),

  // Such times are kept by one timer of ours for all connections.
  check('an idle connection is closed after a timeout of seconds', ['5.x'], async (t) => {
    echo(t)
    const server = await t.start()
    server.keepAliveTimeout = 2000
    const connection = await t.connect()
    connection.write(formatRequest('/'))
    await connection.answer()
    await connection.closed()
  }),

  check('trailers of a request and of a response', ALL, async (t) => {
    t.app.post('/', (req, res) => {
      req.resume().once('end', () => {
        res.writeHead(200, { Trailer: 'X-Sum' })
        res.write(`got ${req.trailers['x-sum']}`)
        res.addTrailers({ 'X-Sum': '42' })
        res.end()
      })
    })
    const connection = await t.connect()
    const headers = { 'Transfer-Encoding': 'chunked', Trailer: 'X-Sum', Connection: 'close' }
    const body = '1\r\nx\r\n0\r\nX-Sum: 7\r\n\r\n'
    connection.write(formatRequest('/', { method: 'POST', headers, body }))
    await connection.closed()
    assert.match(connection.bytes.toString(), /got 7\r\n0\r\nX-Sum: 42\r\n\r\n$/)
  }),

  check('early hints precede the response', ALL, async (t) => {
    t.app.get('/', (_req, res) => {
      res.writeEarlyHints({ link: '</style.css>; rel=preload; as=style' }, () => res.send('x'))
    })
    const connection = await t.connect()
    connection.write(formatRequest('/'))
    const hints = await connection.answer()
    assert.deepEqual([hints.status, (await connection.answer()).text], [103, 'x'])
  }),

  check('an upgrade is left to the server', ALL, async (t) => {
    echo(t)
    const server = await t.start()
    server.on('upgrade', (_req, socket) => {
      socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\n\r\n')
    })
    const connection = await t.connect()
    const headers = { Connection: 'Upgrade', Upgrade: 'smoke' }
    connection.write(formatRequest('/', { headers }))
    assert.equal((await connection.answer()).status, 101)
  }),
]
