import assert from 'node:assert/strict'
import * as useragent from 'express-useragent'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'express-useragent',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const app = express()
    app.use(useragent.express())
    app.get('/', (req, res) => {
      const { browser, os, isMobile } = req.useragent
      res.json({ browser, os, isMobile, inLocals: typeof res.locals.useragent })
    })
    return app
  },

  async visit(client) {
    const answer = await client.get('/', { headers: { 'User-Agent': firefox } })
    assert.equal(answer.json.browser, 'Firefox')
    assert.equal(answer.json.isMobile, false)
    assert.equal((await client.get('/')).json.browser, 'unknown')
  },
}
