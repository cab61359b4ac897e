import assert from 'node:assert/strict'
import actuator from 'express-actuator'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-actuator',
  dialects: ['5.x', '4.x'],

  create(express) {
    const app = express()
    const customEndpoints = [
      { id: 'name', controller: (_req, res) => res.json({ name: 'library' }) },
    ]
    app.use(actuator({ basePath: '/manage', customEndpoints, infoBuildOptions: { extra: 1 } }))
    app.get('/page', (_req, res) => res.send('page'))
    return app
  },

  hide: [/"(mem|uptime)":.*/g],

  async visit(client) {
    assert.deepEqual((await client.get('/manage/health')).json, { status: 'UP' })
    assert.deepEqual((await client.get('/manage/name')).json, { name: 'library' })
    assert.equal((await client.get('/manage/info')).json.build.extra, 1)
    assert.equal((await client.get('/manage/metrics')).status, 200)
    assert.equal((await client.get('/page')).text, 'page')
  },
}
