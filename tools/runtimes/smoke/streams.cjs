const assert = require('node:assert/strict')
const { Readable } = require('node:stream')
const zlib = require('node:zlib')
const { ALL, check } = require('./check.cjs')
const { formatRequest } = require('./client.cjs')

const PIECE = Buffer.alloc(64 * 1024, 'x')

module.exports = [
  check('writes are sent as chunks', ALL, async (t) => {
    t.app.get('/', (_req, res) => {
      res.write('one ')
      setImmediate(() => res.end('two'))
    })
    const answer = await t.request('/')
    assert.equal(answer.text, 'one two')
    assert.equal(answer.headers['transfer-encoding'], 'chunked')
  }),

  check('a chunk arrives before the next is written', ALL, async (t) => {
    let goOn = () => {}
    t.app.get('/', (_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream', 'Content-Length': '10' })
      res.write('first')
      goOn = () => res.end('after')
    })
    const connection = await t.connect()
    connection.write(formatRequest('/'))
    while (!connection.bytes.includes('first')) await connection.change()
    goOn()
    assert.equal((await connection.answer()).text, 'firstafter')
  }),

  check('a stream is piped into the response', ALL, async (t) => {
    t.app.get('/', (_req, res) => Readable.from(['a', 'b', 'c']).pipe(res))
    assert.equal((await t.request('/')).text, 'abc')
  }),

  check('a request is piped into the response', ALL, async (t) => {
    t.app.post('/', (req, res) => req.pipe(res))
    const body = 'x'.repeat(300_000)
    assert.equal((await t.request('/', { method: 'POST', body })).text, body)
  }),

  check('writes have backpressure', ALL, async (t) => {
    let waits = 0
    t.app.get('/', (_req, res) => {
      let left = 64
      const writeOn = () => {
        while (left-- > 0) {
          if (res.write(PIECE)) continue
          waits++
          res.once('drain', writeOn)
          return
        }
        res.end()
      }
      writeOn()
    })
    const answer = await t.request('/')
    assert.equal(answer.body.length, 64 * PIECE.length)
    assert.ok(waits > 0, 'write has returned false')
  }),

  check('middleware that replaces write and end sees the response', ALL, async (t) => {
    t.app.use(compress)
    t.app.get('/', (_req, res) => res.send('packed '.repeat(100)))
    const { body, headers } = await t.request('/')
    assert.equal(headers['content-encoding'], 'gzip')
    assert.equal(zlib.gunzipSync(body).toString(), 'packed '.repeat(100))
  }),

  check('middleware that replaces writeHead sees the status', ALL, async (t) => {
    t.app.use((_req, res, next) => {
      const { writeHead } = res
      res.writeHead = function (...args) {
        this.setHeader('X-Seen', `${args[0]}`)
        return writeHead.apply(this, args)
      }
      next()
    })
    t.app.get('/', (_req, res) => res.status(201).send('made'))
    const answer = await t.request('/')
    assert.deepEqual([answer.text, answer.headers['x-seen']], ['made', '201'])
  }),
]

/** As packages for compression do it. */
function compress(_req, res, next) {
  const gzip = zlib.createGzip()
  const { write, end } = res
  gzip.on('data', (chunk) => write.call(res, chunk))
  gzip.on('end', () => end.call(res))
  const start = () => {
    if (res.getHeader('Content-Encoding')) return
    res.setHeader('Content-Encoding', 'gzip')
    res.removeHeader('Content-Length')
  }
  res.write = (chunk, encoding) => {
    start()
    return gzip.write(chunk, encoding)
  }
  res.end = (chunk, encoding) => {
    start()
    if (chunk) gzip.write(chunk, encoding)
    gzip.end()
    return res
  }
  next()
}
