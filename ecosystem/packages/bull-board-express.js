import assert from 'node:assert/strict'
import { createBullBoard } from '@bull-board/api'
import { ExpressAdapter } from '@bull-board/express'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: '@bull-board/express',
  dialects: ['5.x', '4.x'],

  create(express) {
    const serverAdapter = new ExpressAdapter()
    serverAdapter.setBasePath('/queues')
    createBullBoard({ queues: [], serverAdapter, options: { uiConfig: { boardTitle: 'Jobs' } } })
    const app = express()
    app.use('/queues', serverAdapter.getRouter())
    return app
  },

  async visit(client) {
    const page = await client.get('/queues/')
    assert.match(page.text, /<title>.*<\/title>/)
    assert.deepEqual((await client.get('/queues/api/queues')).json.queues, [])
    const [script] = page.text.match(/static\/js\/[^"]*/) ?? []
    assert.equal((await client.get(`/queues/${script}`)).status, 200)
    assert.equal((await client.get('/queues/api/queues/none')).status, 404)
  },
}
