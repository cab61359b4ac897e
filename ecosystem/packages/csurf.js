import assert from 'node:assert/strict'
import cookieParser from 'cookie-parser'
import csurf from 'csurf'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'csurf',
  dialects: ['5.x', '4.x', '3.x'],
  hide: [/_csrf=[^;]*/g, /[\w-]{8}-[\w-]{27}/g],

  create(express) {
    const app = express()
    app.use(express.urlencoded({ extended: false }))
    app.use(cookieParser())
    app.use(csurf({ cookie: true }))
    app.get('/form', (req, res) => res.send(req.csrfToken()))
    app.post('/form', (req, res) => res.send(`took ${req.body.name}`))
    app.use((error, _req, res, _next) => {
      res.statusCode = error.status
      res.send(error.code)
    })
    return app
  },

  async visit(client) {
    const { text: token } = await client.get('/form')
    const good = await client.post('/form', { form: { name: 'tea', _csrf: token } })
    assert.equal(good.text, 'took tea')
    const header = { form: { name: 'milk' }, headers: { 'CSRF-Token': token } }
    assert.equal((await client.post('/form', header)).text, 'took milk')
    const forged = await client.post('/form', { form: { name: 'x', _csrf: 'forged' } })
    assert.deepEqual([forged.status, forged.text], [403, 'EBADCSRFTOKEN'])
  },
}
