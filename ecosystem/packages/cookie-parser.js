import assert from 'node:assert/strict'
import cookieParser from 'cookie-parser'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'cookie-parser',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(cookieParser('keyboard cat'))
    app.get('/set', (_req, res) => {
      res.cookie('plain', 'a b;c')
      res.cookie('signed', 'trusted', { signed: true, httpOnly: true })
      res.cookie('cart', { items: [1, 2] })
      res.send('set')
    })
    app.get('/clear', (_req, res) => {
      res.clearCookie('plain')
      res.send('cleared')
    })
    app.get('/', (req, res) => res.json([req.cookies, req.signedCookies, req.secret]))
    return app
  },

  async visit(client) {
    assert.deepEqual((await client.get('/')).json, [{}, {}, 'keyboard cat'])
    assert.equal((await client.get('/set')).cookies.length, 3)
    const [plain, signed] = (await client.get('/')).json
    assert.deepEqual(plain, { plain: 'a b;c', cart: { items: [1, 2] } })
    assert.deepEqual(signed, { signed: 'trusted' })
    await client.get('/clear')
    assert.equal('plain' in (await client.get('/')).json[0], false)
    const forged = await client.get('/', { headers: { Cookie: 'signed=s%3Atrusted.forged' } })
    assert.deepEqual(forged.json[1], { signed: false })
  },
}
