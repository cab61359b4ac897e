const assert = require('node:assert/strict')
const fs = require('node:fs')
const zlib = require('node:zlib')
const { ALL, NESTING, check, Skip } = require('./check.cjs')
const { formatRequest } = require('./client.cjs')

const JSON_TYPE = { 'Content-Type': 'application/json' }
const FORM_TYPE = { 'Content-Type': 'application/x-www-form-urlencoded' }

/** An application that answers with the body that it parsed, or with what was wrong with it. */
function echo(t, parser) {
  t.app.use(parser)
  t.app.post('/', (req, res) => {
    res.json(Buffer.isBuffer(req.body) ? { bytes: req.body.toString('hex') } : { body: req.body })
  })
  t.app.use((error, _req, res, _next) => {
    res.statusCode = error.status
    res.json({ type: error.type, message: error.message })
  })
}

function post(t, headers, body) {
  return t.request('/', { method: 'POST', headers, body })
}

/** Whether zstd does not find out that a body was cut: then webapp does not use it. */
function takesCutZstd() {
  try {
    zlib.zstdDecompressSync(Buffer.of(0x28))
    return true
  } catch {
    return false
  }
}

module.exports = [
  check('JSON', ALL, async (t) => {
    echo(t, t.webapp.json())
    const answer = await post(t, JSON_TYPE, '{"a":[1,{"b":"é"}]}')
    assert.deepEqual(answer.json(), { body: { a: [1, { b: 'é' }] } })
  }),

  check('invalid JSON gets 400', ALL, async (t) => {
    echo(t, t.webapp.json())
    assert.equal((await post(t, JSON_TYPE, '{"a":')).status, 400)
  }),

  check('JSON in another charset', NESTING, async (t) => {
    echo(t, t.webapp.json())
    const headers = { 'Content-Type': 'application/json; charset=utf-16' }
    const answer = await post(t, headers, Buffer.from('\ufeff{"a":"é"}', 'utf16le'))
    assert.deepEqual(answer.json(), { body: { a: 'é' } })
  }),

  check('forms with brackets', ALL, async (t) => {
    echo(t, t.webapp.urlencoded({ extended: true }))
    const answer = await post(t, FORM_TYPE, 'a[b]=1&c=x+y&c=%C3%A9')
    assert.deepEqual(answer.json(), { body: { a: { b: '1' }, c: ['x y', 'é'] } })
  }),

  check('text', NESTING, async (t) => {
    echo(t, t.webapp.text())
    const headers = { 'Content-Type': 'text/plain; charset=iso-8859-1' }
    const answer = await post(t, headers, Buffer.from('caf\xe9', 'latin1'))
    assert.deepEqual(answer.json(), { body: 'café' })
  }),

  check('bytes', NESTING, async (t) => {
    echo(t, t.webapp.raw())
    const headers = { 'Content-Type': 'application/octet-stream' }
    const answer = await post(t, headers, Buffer.from([0, 255, 13, 10]))
    assert.deepEqual(answer.json(), { bytes: '00ff0d0a' })
  }),

  check('gzip bodies', ALL, async (t) => {
    echo(t, t.webapp.json())
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' }
    const answer = await post(t, headers, zlib.gzipSync('{"packed":true}'))
    assert.deepEqual(answer.json(), { body: { packed: true } })
  }),

  check('deflate bodies', ALL, async (t) => {
    echo(t, t.webapp.json())
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'deflate' }
    const answer = await post(t, headers, zlib.deflateSync('{"packed":true}'))
    assert.deepEqual(answer.json(), { body: { packed: true } })
  }),

  check('Brotli bodies', ['5.x'], async (t) => {
    echo(t, t.webapp.json())
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'br' }
    const answer = await post(t, headers, zlib.brotliCompressSync('{"packed":true}'))
    assert.deepEqual(answer.json(), { body: { packed: true } })
  }),

  check('zstd bodies', ['5.x'], async (t) => {
    if (zlib.zstdCompressSync === undefined) throw new Skip('its zlib has no zstd')
    if (takesCutZstd()) throw new Skip('its zlib takes a zstd body that was cut for a whole one')
    echo(t, t.webapp.json())
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'zstd' }
    const answer = await post(t, headers, zlib.zstdCompressSync('{"packed":true}'))
    assert.deepEqual(answer.json(), { body: { packed: true } })
  }),

  check('an invalid gzip body gets 400', ALL, async (t) => {
    echo(t, t.webapp.json())
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' }
    assert.equal((await post(t, headers, 'not gzip at all')).status, 400)
  }),

  check('chunked bodies', ALL, async (t) => {
    echo(t, t.webapp.json())
    const headers = { ...JSON_TYPE, 'Transfer-Encoding': 'chunked' }
    const answer = await post(t, headers, '4\r\n{"a"\r\n3\r\n:1}\r\n0\r\n\r\n')
    assert.deepEqual(answer.json(), { body: { a: 1 } })
  }),

  check('a body of half a megabyte in several chunks', ALL, async (t) => {
    echo(t, t.webapp.json({ limit: '1mb' }))
    const text = 'x'.repeat(500_000)
    const answer = await post(t, JSON_TYPE, JSON.stringify({ text }))
    assert.equal(answer.json().body.text.length, text.length)
  }),

  check('a body with a declared length over the limit gets 413', ALL, async (t) => {
    echo(t, t.webapp.json({ limit: 10 }))
    assert.equal((await post(t, JSON_TYPE, '{"a":"too long"}')).status, 413)
  }),

  check('a chunked body over the limit gets 413', ALL, async (t) => {
    echo(t, t.webapp.json({ limit: 100 }))
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'gzip' }
    const bomb = zlib.gzipSync(JSON.stringify('0'.repeat(100_000)))
    assert.equal((await post(t, headers, bomb)).status, 413)
  }),

  check('an unknown content coding gets 415', ALL, async (t) => {
    echo(t, t.webapp.json())
    const headers = { ...JSON_TYPE, 'Content-Encoding': 'compress' }
    assert.equal((await post(t, headers, '{}')).status, 415)
  }),

  check('Expect: 100-continue gets 100 first', ALL, async (t) => {
    echo(t, t.webapp.json())
    const connection = await t.connect()
    const headers = { ...JSON_TYPE, Expect: '100-continue', 'Content-Length': 7 }
    connection.write(formatRequest('/', { method: 'POST', headers }))
    assert.equal((await connection.answer()).status, 100)
    connection.write('{"a":1}')
    assert.deepEqual((await connection.answer()).json(), { body: { a: 1 } })
  }),

  check('a client that disconnects in the middle of a body is detected', ALL, async (t) => {
    const heard = new Promise((resolve) => {
      t.app.use(t.webapp.json())
      t.app.use((error, _req, _res, _next) => resolve(error))
    })
    const connection = await t.connect()
    const headers = { ...JSON_TYPE, 'Content-Length': 1000 }
    connection.write(formatRequest('/', { method: 'POST', headers }))
    connection.write('{"a":')
    setTimeout(() => connection.destroy(), 50)
    const error = await heard
    assert.equal(error.status, 400)
    assert.equal(error.type, 'request.aborted')
  }),

  check('files and fields of a form', ['3.x'], async (t) => {
    t.app.use(t.webapp.bodyParser())
    t.app.post('/', (req, res) => {
      const { path, name, size, type } = req.files.photo
      const content = fs.readFileSync(path, 'utf8')
      fs.unlinkSync(path)
      res.json({ body: req.body, name, size, type, content })
    })
    const part = (head, body) =>
      `--edge\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
    const file = 'name="photo"; filename="a.txt"\r\nContent-Type: text/plain'
    const body = `${part('name="title"', 'Sea')}${part(file, 'blue')}--edge--\r\n`
    const answer = await post(t, { 'Content-Type': 'multipart/form-data; boundary=edge' }, body)
    const expected = { name: 'a.txt', size: 4, type: 'text/plain', content: 'blue' }
    assert.deepEqual(answer.json(), { body: { title: 'Sea' }, ...expected })
  }),
]
