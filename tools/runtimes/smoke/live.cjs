const assert = require('node:assert/strict')
const { ALL, own } = require('./check.cjs')

const EDGE = 'edge-of-the-form'

function partOf(head, body) {
  return `--${EDGE}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`
}

function postForm(t, ...parts) {
  const headers = { 'Content-Type': `multipart/form-data; boundary=${EDGE}` }
  const body = `${parts.join('')}--${EDGE}--\r\n`
  return t.request('/', { method: 'POST', headers, body })
}

const TITLE = partOf('name="title"', 'Sea')
const PHOTO = partOf('name="photo"; filename="é.txt"\r\nContent-Type: text/plain', 'blue')

module.exports = [
  own('events() sends events, and ends the response with the stream', ALL, async (t) => {
    const { events } = require('webapp/sse')
    let reason
    t.app.get('/', async (req, res) => {
      const stream = events(req, res, { retry: 500 })
      const isSent = await stream.send({ event: 'tick', id: '7', data: { a: 'é' } })
      // The second event is sent in a later turn, when the head and the first one have left.
      setTimeout(async () => {
        await stream.send(`two\nlines after ${stream.lastEventId} ${isSent} ${stream.isOpen}`)
        stream.close()
        await stream.closed
        reason = stream.signal.reason.message
      }, 1)
    })
    const answer = await t.request('/', { headers: { 'Last-Event-ID': '6' } })
    assert.equal(answer.headers['content-type'], 'text/event-stream; charset=utf-8')
    assert.equal(answer.headers['cache-control'], 'no-cache')
    const first = 'retry: 500\nevent: tick\nid: 7\ndata: {"a":"é"}\n\n'
    assert.equal(answer.text, `${first}data: two\ndata: lines after 6 true true\n\n`)
    assert.equal(reason, 'The event stream has ended')
  }),

  own('events() sends what an iterable yields', ALL, async (t) => {
    const { events } = require('webapp/sse')
    t.app.get('/', (req, res) => {
      async function* count() {
        for (let at = 1; at <= 3; at++) {
          await new Promise((resolve) => setTimeout(resolve, 1))
          yield { data: at }
        }
      }
      events(req, res).from(count())
    })
    assert.equal((await t.request('/')).text, 'data: 1\n\ndata: 2\n\ndata: 3\n\n')
  }),

  own('forms with files are read in memory', ALL, async (t) => {
    const { multipart } = require('webapp/multipart')
    t.app.use(multipart({ storage: 'memory' }))
    t.app.post('/', (req, res) => {
      const [{ filename, type, size, buffer }] = req.files.photo
      res.json({ body: req.body, filename, type, size, text: buffer.toString() })
    })
    const expected = { filename: 'é.txt', type: 'text/plain', size: 4, text: 'blue' }
    assert.deepEqual((await postForm(t, TITLE, PHOTO)).json(), {
      body: { title: 'Sea' },
      ...expected,
    })
  }),

  own('a file of a form that is too large gets 413', ALL, async (t) => {
    const { multipart } = require('webapp/multipart')
    t.app.use(multipart({ storage: 'memory', limits: { fileSize: 3 } }))
    t.app.post('/', (_req, res) => res.send('read'))
    assert.equal((await postForm(t, TITLE, PHOTO)).status, 413)
  }),

  own('parts of a form are read as they arrive', ALL, async (t) => {
    const { parts } = require('webapp/multipart')
    t.app.post('/', async (req, res) => {
      const list = []
      for await (const part of parts(req)) list.push(`${part.name}=${await part.text()}`)
      res.send(list.join())
    })
    assert.equal((await postForm(t, TITLE, PHOTO)).text, 'title=Sea,photo=blue')
  }),

  own('formData() returns a form of the web', ALL, async (t) => {
    const { formData } = require('webapp/multipart')
    t.app.post('/', async (req, res) => {
      const form = await formData(req)
      const photo = form.get('photo')
      res.send(`${form.get('title')} ${photo.name} ${await photo.text()}`)
    })
    assert.equal((await postForm(t, TITLE, PHOTO)).text, 'Sea é.txt blue')
  }),
]
