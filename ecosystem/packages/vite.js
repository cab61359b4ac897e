import assert from 'node:assert/strict'
import { fileURLToPath } from 'node:url'
import { createServer } from 'vite'

const root = fileURLToPath(new URL('../fixtures/vite/', import.meta.url))

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'vite',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/[?&](t|v)=\w+/g, /"version":.*/g],

  async create(express) {
    const vite = await createServer({
      root,
      configFile: false,
      cacheDir: 'node_modules/.vite-of-tests',
      appType: 'custom',
      logLevel: 'silent',
      optimizeDeps: { noDiscovery: true },
      server: { middlewareMode: true, hmr: false, ws: false, watch: null },
    })
    const app = express()
    app.get('/api', (_req, res) => res.json({ api: true }))
    app.use(vite.middlewares)
    app.use('/page', async (req, res, next) => {
      try {
        res.send(await vite.transformIndexHtml(req.originalUrl, '<title>from the server</title>'))
      } catch (error) {
        next(error)
      }
    })
    app.close = () => vite.close()
    return app
  },

  async visit(client, { created }) {
    assert.deepEqual((await client.get('/api')).json, { api: true })
    const script = await client.get('/main.js')
    assert.equal(script.headers['content-type'], 'text/javascript')
    assert.match(script.text, /import\.meta\.env/)
    assert.match((await client.get('/text.txt?raw&import')).text, /export default "a text\\n"/)
    const page = await client.get('/page')
    assert.match(page.text, /<script type="module" src="\/@vite\/client">/)
    assert.equal((await client.get('/none.txt')).status, 404)
    await created.close()
  },
}
