import assert from 'node:assert/strict'
import 'express-namespace'

/** @type {import('../../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-namespace',
  dialects: ['4.x', '3.x'],

  // It replaces the members of all applications.
  create(express) {
    const app = express()
    app.namespace('/forum/:id', () => {
      app.get('/', (req, res) => res.send(`forum ${req.params.id}`))
      app.namespace('/thread', () => {
        app.get('/:thread', (req, res) => res.send(`${req.params.id} ${req.params.thread}`))
      })
      app.del('/', (_req, res) => res.send('gone'))
      app.all('/any', (req, res) => res.send(req.method))
    })
    app.get('/', (_req, res) => res.send('home'))
    return app
  },

  async visit(client) {
    assert.equal((await client.get('/forum/12')).text, 'forum 12')
    assert.equal((await client.get('/forum/12/thread/50')).text, '12 50')
    assert.equal((await client.request('DELETE', '/forum/12')).text, 'gone')
    assert.equal((await client.get('/')).text, 'home')
    // What it does to `all` depends on the dialect.
    await client.get('/forum/12/any')
  },
}
