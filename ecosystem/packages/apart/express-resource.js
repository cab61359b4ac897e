import assert from 'node:assert/strict'
import 'express-resource'

/** @type {import('../../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-resource',
  dialects: ['3.x'],
  leftOut: { '4.x': 'It reads `app.routes`, which Express 4 does not have.' },

  create(express) {
    const app = express()
    const say = (text) => (_req, res) => res.send(text)
    const forums = app.resource('forums', {
      index: say('all'),
      show: (req, res) => res.send(req.forum.title),
      create: say('made'),
      destroy: say('gone'),
      load: (id, done) => process.nextTick(done, null, { title: `forum ${id}` }),
    })
    const threads = app.resource('threads', {
      index: (req, res) => res.send(`threads of ${req.forum.title}`),
      show: { json: (_req, res) => res.json({ thread: 1 }) },
    })
    forums.add(threads)
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/forums')).text, 'all')
    assert.equal((await client.get('/forums/7')).text, 'forum 7')
    assert.equal((await client.post('/forums')).text, 'made')
    assert.equal((await client.request('DELETE', '/forums/7')).text, 'gone')
    assert.equal((await client.get('/forums/7/threads')).text, 'threads of forum 7')
    assert.deepEqual((await client.get('/forums/7/threads/1.json')).json, { thread: 1 })
  },
}
