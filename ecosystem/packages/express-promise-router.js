import assert from 'node:assert/strict'
import PromiseRouter from 'express-promise-router'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-promise-router',
  dialects: ['5.x', '4.x'],

  create(express) {
    const app = express()
    const router = PromiseRouter({ mergeParams: true })
    router.param('id', async (req, _res, _next, id) => {
      if (id === 'bad') throw new Error('bad id')
      req.found = `item ${id}`
      return 'next'
    })
    router.use(async (_req, res) => {
      res.set('X-Router', 'promise')
      return 'next'
    })
    router.get('/:id', async (req, res) => {
      res.json({ found: req.found, params: req.params })
    })
    router.post('/:id', async () => 'route')
    router.post('/:id', async (_req, res) => void res.send('next route'))
    router.delete('/:id', async () => {
      throw new Error('not deleted')
    })
    app.use('/:kind', router)
    app.use((error, _req, res, _next) => res.status(422).send(error.message))
    return app
  },

  async visit(client) {
    const item = await client.get('/books/7')
    assert.deepEqual(item.json, { found: 'item 7', params: { kind: 'books', id: '7' } })
    assert.equal(item.headers['x-router'], 'promise')
    assert.equal((await client.post('/books/7')).text, 'next route')
    assert.equal((await client.request('DELETE', '/books/7')).text, 'not deleted')
    assert.equal((await client.get('/books/bad')).text, 'bad id')
  },
}
