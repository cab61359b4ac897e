const assert = require('node:assert/strict')
const { spawnSync } = require('node:child_process')
const { once } = require('node:events')
const fs = require('node:fs')
const http = require('node:http')
const https = require('node:https')
const os = require('node:os')
const path = require('node:path')
const tls = require('node:tls')
const { ALL, check, own, Skip } = require('./check.cjs')
const { Connection, formatRequest } = require('./client.cjs')

/** Asks twice on one connection: the second request may take another way than the first. */
async function assertAnswers(t, server, expected) {
  const connection = await t.connect(server)
  for (let n = 0; n < 2; n++) {
    connection.write(formatRequest('/x'))
    assert.equal((await connection.answer()).text, expected)
  }
}

/** A key and a certificate that nobody trusts. */
function createCertificate() {
  const curve = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1']
  const output = ['-nodes', '-subj', '/CN=smoke.test', '-keyout', '-', '-out', '-']
  const made = spawnSync('openssl', ['req', '-x509', ...curve, ...output], { encoding: 'utf8' })
  if (made.status !== 0) throw new Skip('openssl is not there')
  return { key: made.stdout, cert: made.stdout }
}

module.exports = [
  check('app.listen returns a node:http server', ALL, async (t) => {
    const server = await t.start()
    assert.ok(server instanceof http.Server)
    assert.equal(typeof server.address().port, 'number')
  }),

  check('app.listen on the path of a socket', ALL, async (t) => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'webapp-socket-'))
    try {
      const file = path.join(folder, 'app.sock')
      t.app.get('/', (_req, res) => res.send('by path'))
      await once(t.keep(t.app.listen(file)), 'listening')
      const connection = t.keepConnection(await Connection.open({ path: file }))
      connection.write(formatRequest('/'))
      assert.equal((await connection.answer()).text, 'by path')
    } finally {
      fs.rmSync(folder, { recursive: true, force: true })
    }
  }),

  check('a port in use is an error of the server', ALL, async (t) => {
    const { port } = (await t.start()).address()
    const [error] = await once(t.keep(t.webapp().listen(port, '127.0.0.1')), 'error')
    assert.equal(error.code, 'EADDRINUSE')
  }),

  check('a port in use is reported to the callback', ['5.x'], async (t) => {
    const { port } = (await t.start()).address()
    const error = await new Promise((resolve) => {
      t.keep(t.webapp().listen(port, '127.0.0.1', resolve))
    })
    assert.equal(error?.code, 'EADDRINUSE')
  }),

  check('http.createServer(app)', ALL, async (t) => {
    t.app.get('/x', (req, res) => res.send(`${req.get('host')} ${req.app === t.app}`))
    await assertAnswers(t, await t.listen(http.createServer(t.app)), 'smoke.test true')
  }),

  own('a server of http.createServer(app) is adopted', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.send('x'))
    const server = await t.listen(http.createServer(t.app))
    await t.request('/', { server })
    const members = Object.getOwnPropertySymbols(server).map((field) => server[field])
    assert.ok(members.some((member) => member?.prototype === t.app.request))
  }),

  own('text is sent in one write, without a call of setHeader for each header', ALL, async (t) => {
    if (process.versions.bun || process.versions.deno) throw new Skip("only with Node's node:http")
    const { getHeaderNames } = http.ServerResponse.prototype
    let held
    t.app.get('/', (_req, res) => {
      res.send('x')
      held = getHeaderNames.call(res)
    })
    assert.equal((await t.request('/')).text, 'x')
    assert.deepEqual(held, [])
  }),

  check('https.createServer(app)', ALL, async (t) => {
    t.app.get('/', (req, res) => res.send(`${req.protocol} ${req.secure}`))
    const server = await t.listen(https.createServer(createCertificate(), t.app))
    const { port } = server.address()
    const socket = tls.connect({ port, host: '127.0.0.1', rejectUnauthorized: false })
    const connection = t.keepConnection(new Connection(socket))
    connection.write(formatRequest('/'))
    assert.equal((await connection.answer()).text, 'https true')
  }),

  check('an application called by a request listener', ALL, async (t) => {
    t.app.get('/x', (_req, res) => res.send('called'))
    const server = http.createServer((req, res) => t.app(req, res))
    await assertAnswers(t, await t.listen(server), 'called')
  }),

  check('an application called with a callback', ALL, async (t) => {
    const server = http.createServer((req, res) => {
      t.app(req, res, (error) => res.end(`left over ${error ?? req.url}`))
    })
    await assertAnswers(t, await t.listen(server), 'left over /x')
  }),

  check('two applications behind one server', ALL, async (t) => {
    const other = t.webapp()
    other.use((req, res) => res.send(`other ${req.app === other}`))
    t.app.get('/x', (req, res) => res.send(`first ${req.app === t.app}`))
    const choose = (req) => (req.url === '/x' ? t.app : other)
    const server = await t.listen(http.createServer((req, res) => choose(req)(req, res)))
    await assertAnswers(t, server, 'first true')
    assert.equal((await t.request('/y', { server })).text, 'other true')
  }),

  check('server.close completes after the last connection', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.send('x'))
    const server = await t.start()
    const connection = await t.connect()
    connection.write(formatRequest('/'))
    await connection.answer()
    const closed = new Promise((resolve) => server.close(resolve))
    connection.destroy()
    assert.equal((await closed) ?? undefined, undefined)
  }),
]
