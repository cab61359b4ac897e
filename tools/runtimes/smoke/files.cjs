const assert = require('node:assert/strict')
const fs = require('node:fs')
const os = require('node:os')
const path = require('node:path')
const { ALL, check } = require('./check.cjs')
const { formatRequest } = require('./client.cjs')

const FOLDER = fs.mkdtempSync(path.join(os.tmpdir(), 'webapp-files-'))
const PUBLIC = path.join(FOLDER, 'public')
const LARGE = 3_000_000

fs.mkdirSync(path.join(PUBLIC, 'docs'), { recursive: true })
fs.writeFileSync(path.join(PUBLIC, 'hello.txt'), 'hello, world')
fs.writeFileSync(path.join(PUBLIC, 'docs/index.html'), '<p>docs</p>')
fs.writeFileSync(path.join(PUBLIC, 'docs/größe.txt'), 'umlaut')
fs.writeFileSync(path.join(PUBLIC, '.secret'), 'secret')
fs.writeFileSync(path.join(PUBLIC, 'large.bin'), Buffer.alloc(LARGE, 'abcdefghij'))
fs.writeFileSync(path.join(FOLDER, 'outside.txt'), 'outside')
process.on('exit', () => fs.rmSync(FOLDER, { recursive: true, force: true }))

/** An application that serves the folder. */
function serve(t, options) {
  t.app.use(t.webapp.static(PUBLIC, options))
  return t
}

/** `res.sendFile`, which 3.x calls otherwise. */
function sendFile(t, res, ...args) {
  return t.dialect === '3.x' ? res.sendfile(...args) : res.sendFile(...args)
}

module.exports = [
  check('a file is sent with type, length, ETag and date', ALL, async (t) => {
    const { status, headers, text } = await serve(t).request('/hello.txt')
    assert.equal(status, 200)
    assert.equal(text, 'hello, world')
    assert.match(headers['content-type'], /^text\/plain; charset=utf-8$/i)
    assert.equal(headers['content-length'], '12')
    assert.ok(headers.etag)
    assert.equal(headers['last-modified'], fs.statSync(`${PUBLIC}/hello.txt`).mtime.toUTCString())
  }),

  check('a file can be requested repeatedly', ALL, async (t) => {
    serve(t)
    for (let n = 0; n < 5; n++) {
      assert.equal((await t.request('/hello.txt')).text, 'hello, world')
    }
  }),

  check('file names are decoded', ALL, async (t) => {
    assert.equal((await serve(t).request('/docs/gr%C3%B6%C3%9Fe.txt')).text, 'umlaut')
  }),

  check('a folder serves its index and redirects to a trailing slash', ALL, async (t) => {
    serve(t)
    assert.equal((await t.request('/docs/')).text, '<p>docs</p>')
    const answer = await t.request('/docs')
    assert.ok([301, 303].includes(answer.status))
    assert.equal(answer.headers.location, '/docs/')
  }),

  check('HEAD of a file has its length and no body', ALL, async (t) => {
    const answer = await serve(t).request('/large.bin', { method: 'HEAD' })
    assert.equal(answer.status, 200)
    assert.equal(answer.headers['content-length'], String(LARGE))
  }),

  check('a file that the client already has gets 304', ALL, async (t) => {
    serve(t)
    const { headers } = await t.request('/hello.txt')
    const byTag = await t.request('/hello.txt', { headers: { 'If-None-Match': headers.etag } })
    const since = { 'If-Modified-Since': headers['last-modified'] }
    const byDate = await t.request('/hello.txt', { headers: since })
    assert.deepEqual([byTag.status, byDate.status], [304, 304])
  }),

  check('a range of a file gets 206', ALL, async (t) => {
    const answer = await serve(t).request('/hello.txt', { headers: { Range: 'bytes=7-' } })
    assert.equal(answer.status, 206)
    assert.equal(answer.text, 'world')
    assert.equal(answer.headers['content-range'], 'bytes 7-11/12')
  }),

  check('an unsatisfiable range gets 416', ALL, async (t) => {
    const answer = await serve(t).request('/hello.txt', { headers: { Range: 'bytes=50-60' } })
    assert.equal(answer.status, 416)
    assert.equal(answer.headers['content-range'], 'bytes */12')
  }),

  check('a large file arrives completely', ALL, async (t) => {
    const { body } = await serve(t).request('/large.bin')
    assert.equal(body.length, LARGE)
    assert.ok(body.equals(Buffer.alloc(LARGE, 'abcdefghij')))
  }),

  check('a range of a large file', ALL, async (t) => {
    const headers = { Range: 'bytes=1000005-2999999' }
    const { body, status } = await serve(t).request('/large.bin', { headers })
    assert.equal(status, 206)
    assert.equal(body.length, 1_999_995)
    assert.equal(body.toString('latin1', 0, 10), 'fghijabcde')
  }),

  check('paths outside the folder are rejected', ALL, async (t) => {
    serve(t)
    for (const target of ['/../outside.txt', '/%2e%2e/outside.txt', '/docs/..%2f../outside.txt']) {
      const answer = await t.request(target)
      assert.ok([400, 403, 404].includes(answer.status), `${target}: ${answer.status}`)
      assert.doesNotMatch(answer.text, /^outside$/)
    }
  }),

  check('a NUL in a path is rejected', ALL, async (t) => {
    const answer = await serve(t).request('/hello.txt%00.html')
    assert.ok([400, 404].includes(answer.status), `${answer.status}`)
  }),

  check('hidden files get 404', ALL, async (t) => {
    assert.equal((await serve(t).request('/.secret')).status, 404)
  }),

  check('a missing file goes on to the next handler', ALL, async (t) => {
    serve(t)
    t.app.use((_req, res) => res.send('fallback'))
    assert.equal((await t.request('/missing.txt')).text, 'fallback')
  }),

  check('res.sendFile below a root calls its callback', ALL, async (t) => {
    const called = new Promise((resolve) => {
      t.app.get('/', (_req, res) => sendFile(t, res, 'hello.txt', { root: PUBLIC }, resolve))
    })
    const answer = await t.request('/')
    assert.equal(answer.text, 'hello, world')
    assert.ok(!(await called))
  }),

  check('res.sendFile reports a missing file to its callback', ALL, async (t) => {
    t.app.get('/', (_req, res) => {
      sendFile(t, res, path.join(PUBLIC, 'none'), (error) => res.send(`${error.status}`))
    })
    assert.equal((await t.request('/')).text, '404')
  }),

  check('res.download names the file', ALL, async (t) => {
    t.app.get('/', (_req, res) => res.download(path.join(PUBLIC, 'hello.txt'), '5 €.txt'))
    const answer = await t.request('/')
    assert.equal(answer.text, 'hello, world')
    assert.match(answer.headers['content-disposition'], /filename\*=UTF-8''5%20%E2%82%AC\.txt/)
  }),

  check('res.sendFile reports a disconnected client to its callback', ALL, async (t) => {
    const connection = await t.connect()
    const called = new Promise((resolve) => {
      t.app.get('/', (_req, res) => {
        res.once('close', () => resolve(new Error('closed')))
        sendFile(t, res, path.join(PUBLIC, 'large.bin'), resolve)
        connection.destroy()
      })
    })
    connection.write(formatRequest('/'))
    assert.ok((await called) instanceof Error)
  }),
]
