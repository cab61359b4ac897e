const assert = require('node:assert/strict')
const { ALL, check, own } = require('./check.cjs')

/** An application whose error handler answers with what it was given. */
function reportErrors(t) {
  t.app.use((error, _req, res, _next) => {
    res.statusCode = 503
    res.send(`handled ${error.message}`)
  })
}

module.exports = [
  check('a thrown error reaches the error handler', ALL, async (t) => {
    t.app.get('/', () => {
      throw new Error('boom')
    })
    reportErrors(t)
    const answer = await t.request('/')
    assert.deepEqual([answer.status, answer.text], [503, 'handled boom'])
  }),

  check('a rejected promise reaches the error handler', ['5.x'], async (t) => {
    t.app.get('/', () => Promise.reject(new Error('boom')))
    reportErrors(t)
    assert.equal((await t.request('/')).text, 'handled boom')
  }),

  own(
    'a rejected promise reaches the error handler in older dialects',
    ['4.x', '3.x'],
    async (t) => {
      t.app.get('/', async () => {
        await new Promise(setImmediate)
        throw new Error('boom')
      })
      reportErrors(t)
      assert.equal((await t.request('/')).text, 'handled boom')
    },
  ),

  check('an error handler can pass the error on', ALL, async (t) => {
    t.app.get('/', (_req, _res, next) => next(new Error('first')))
    t.app.use((error, _req, _res, _next) => {
      throw new Error(`${error.message}, second`)
    })
    reportErrors(t)
    assert.equal((await t.request('/')).text, 'handled first, second')
  }),

  check('the error page shows the stack in development', ALL, async (t) => {
    t.app.get('/', () => {
      throw Object.assign(new Error('<boom>'), { status: 418 })
    })
    const answer = await t.request('/')
    assert.equal(answer.status, 418)
    assert.match(answer.text, /Error: &lt;boom&gt;.*errors\.cjs/s)
  }),

  own('the error page hides the stack in production', ALL, async (t) => {
    t.app.set('env', 'production')
    const log = console.error
    console.error = () => {}
    t.app.get('/', () => {
      throw new Error('secret')
    })
    const answer = await t.request('/')
    await new Promise(setImmediate)
    console.error = log
    assert.equal(answer.status, 500)
    assert.doesNotMatch(answer.text, /secret|errors\.cjs/)
    assert.match(answer.text, /Internal Server Error/)
  }),

  check('an error after the headers closes the connection', ALL, async (t) => {
    t.app.get('/', (_req, res, next) => {
      res.writeHead(200, { 'Content-Length': '100' })
      res.write('begun', () => next(new Error('too late')))
    })
    await assert.rejects(t.request('/'), /closed after/)
    assert.equal((await t.request('/none')).status, 404)
  }),

  check('an error while a body arrives gets a response', ALL, async (t) => {
    t.app.post('/', () => {
      throw Object.assign(new Error('no'), { status: 403 })
    })
    const options = { method: 'POST', body: 'x'.repeat(200_000) }
    assert.equal((await t.request('/', options)).status, 403)
  }),
]
