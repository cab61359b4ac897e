import assert from 'node:assert/strict'
import swaggerUi from 'swagger-ui-express'

const document = {
  openapi: '3.0.0',
  info: { title: 'Pets', version: '1.0.0' },
  paths: { '/pets': { get: { responses: { 200: { description: 'all pets' } } } } },
}

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'swagger-ui-express',
  dialects: ['5.x', '4.x'],
  leftOut: { '3.x': 'Its handlers are a list, which `app.use` of Express 3 does not accept.' },

  create(express) {
    const app = express()
    app.use('/docs', swaggerUi.serve, swaggerUi.setup(document, { customSiteTitle: 'Pet store' }))
    app.use('/files', swaggerUi.serveFiles(document), swaggerUi.setup(document))
    return app
  },

  async visit(client) {
    const page = await client.get('/docs/')
    assert.match(page.text, /<title>Pet store<\/title>/)
    assert.match((await client.get('/docs/swagger-ui-init.js')).text, /"title": "Pets"/)
    assert.equal(
      (await client.get('/docs/swagger-ui.css')).headers['content-type'].split(';')[0],
      'text/css',
    )
    assert.ok((await client.get('/docs/swagger-ui-bundle.js')).bytes.length > 100_000)
    assert.equal((await client.get('/docs')).status, 301)
    assert.match((await client.get('/files/')).text, /swagger-ui-init\.js/)
  },
}
