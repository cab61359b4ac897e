import assert from 'node:assert/strict'
import log4js from 'log4js'
import recording from 'log4js/lib/appenders/recording.js'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'log4js',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const appenders = { memory: { type: 'recording' } }
    log4js.configure({
      appenders,
      categories: { default: { appenders: ['memory'], level: 'info' } },
    })
    const format = ':method :url :status :content-length :req[x-id]'
    const app = express()
    app.use(log4js.connectLogger(log4js.getLogger('http'), { level: 'auto', format }))
    app.get('/page', (_req, res) => res.send('page'))
    app.get('/own', (_req, res) => {
      res.writeHead(201, { 'X-Own': 'yes' })
      res.end('own')
    })
    return app
  },

  async visit(client, { note }) {
    await client.get('/page', { headers: { 'X-Id': 'seven' } })
    await client.get('/own')
    await client.get('/missing')
    const lines = recording.replay().map(({ level, data }) => [level.levelStr, data[0]])
    for (const line of lines) note(line)
    assert.deepEqual(lines[0], ['INFO', 'GET /page 200 4 seven'])
    assert.match(lines[2].join(' '), /^ERROR GET \/missing 404/)
  },
}
