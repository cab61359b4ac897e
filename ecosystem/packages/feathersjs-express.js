import assert from 'node:assert/strict'
import http from 'node:http'
import feathersExpress, {
  errorHandler,
  json,
  notFound,
  rest,
  urlencoded,
} from '@feathersjs/express'
import { feathers } from '@feathersjs/feathers'

async function stamp(context) {
  context.data.stamped = true
}

class Messages {
  items = []

  async find({ query }) {
    return this.items.filter(({ text }) => !query.text || text === query.text)
  }

  async get(id) {
    return { id, text: `message ${id}` }
  }

  async create(data, params) {
    const item = { id: this.items.length, ...data, provider: params.provider }
    this.items.push(item)
    return item
  }

  async remove(id) {
    throw new Error(`${id} stays`)
  }
}

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: '@feathersjs/express',
  dialects: ['4.x'],
  leftOut: { '5.x': 'It depends on Express 4.' },

  create(express) {
    const app = feathersExpress(feathers(), express())
    app.use(json())
    app.use(urlencoded({ extended: true }))
    app.configure(rest())
    app.use('/plain/:name', (req, res) => res.send(req.params.name))
    app.use('/messages', new Messages())
    app.service('messages').hooks({ before: { create: [stamp] } })
    app.use(notFound())
    app.use(errorHandler({ logger: false, html: false }))
    return { listen: (...args) => http.createServer(app).listen(...args), app }
  },

  async visit(client, { created, note }) {
    await created.app.setup()
    const made = await client.post('/messages', { json: { text: 'hello' } })
    assert.equal(made.status, 201)
    assert.deepEqual(made.json, { id: 0, text: 'hello', stamped: true, provider: 'rest' })
    await client.post('/messages', { form: { text: 'bye' } })
    assert.equal((await client.get('/messages?text=bye')).json.length, 1)
    assert.deepEqual((await client.get('/messages/7')).json, { id: '7', text: 'message 7' })
    assert.equal((await client.request('DELETE', '/messages/7')).json.message, '7 stays')
    assert.equal((await client.request('PUT', '/messages/7', { json: {} })).status, 405)
    assert.equal((await client.get('/plain/x')).text, 'x')
    assert.equal((await client.get('/none')).json.className, 'not-found')
    note(await created.app.service('messages').get('inside'))
  },
}
