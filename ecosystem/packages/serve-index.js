import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import serveIndex from 'serve-index'

const root = fileURLToPath(new URL('../fixtures/site', import.meta.url))

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'serve-index',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use('/files', express.static(root, { index: false }))
    app.use('/files', serveIndex(root, { icons: true }))
    return app
  },

  async visit(client) {
    const as = (type) => ({ headers: { Accept: type } })
    const page = await client.get('/files/', as('text/html'))
    assert.match(page.text, /<a href="\/files\/docs"/)
    assert.deepEqual((await client.get('/files/docs/', as('application/json'))).json, [
      'first.txt',
      'second.txt',
    ])
    assert.match(
      (await client.get('/files/docs/', as('text/plain'))).text,
      /first\.txt\nsecond\.txt/,
    )
    assert.equal((await client.get('/files/docs/first.txt')).text, 'first\n')
    assert.equal((await client.get('/files/docs/', as('image/png'))).status, 406)
    assert.equal((await client.get('/files/none/')).status, 404)
    assert.equal((await client.post('/files/')).status, 405)
  },
}
