import assert from 'node:assert/strict'
import { Counter, Registry } from 'prom-client'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'prom-client',
  dialects: ['5.x', '4.x', '3.x'],

  create(express, { dialect }) {
    const register = new Registry()
    const labelNames = ['method', 'route', 'status']
    const requests = new Counter({
      name: 'requests',
      help: 'all',
      labelNames,
      registers: [register],
    })
    const app = express()
    app.use((req, res, next) => {
      res.on('finish', () => {
        const route = req.route ? (req.baseUrl ?? '') + req.route.path : 'none'
        requests.inc({ method: req.method, route, status: res.statusCode })
      })
      next()
    })
    app.get('/items/:id', sendId)
    app.post('/items', (_req, res) => res.send('made'))
    if (dialect !== '3.x') app.use('/below', express.Router().get('/items/:id', sendId))
    app.get('/metrics', async (_req, res) => {
      res.set('Content-Type', register.contentType)
      res.send(await register.metrics())
    })
    return app
  },

  async visit(client, { dialect }) {
    await client.get('/items/1')
    await client.get('/items/2')
    await client.post('/items')
    await client.get('/missing')
    await client.get('/below/items/3')
    const { text } = await client.get('/metrics')
    assert.match(text, /requests{method="GET",route="\/items\/:id",status="200"} 2/)
    assert.match(text, /requests{method="POST",route="\/items",status="200"} 1/)
    if (dialect !== '3.x') assert.match(text, /route="\/below\/items\/:id",status="200"} 1/)
    assert.match(text, /requests{method="GET",route="none",status="404"} \d/)
  },
}

function sendId(req, res) {
  res.send(req.params.id)
}
