import { createHash } from 'node:crypto'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const secret = 'AbCdEfGhIjKlMnOpQrStUvWx'
const token = `salt-${createHash('sha1').update(`salt-${secret}`).digest('base64url')}`

describeDialects('webapp.csrf(options)', ['3.x'], (t) => {
  // The original takes the object as the secret, and sends no new one.
  it('does not take JSON in its cookie for a secret', async () => {
    for (const signed of [false, true]) {
      t.renew()
      t.app.use(t.webapp.cookieParser('keyboard'))
      t.app.use(t.webapp.csrf({ cookie: { key: 'c', signed } }))
      t.app.use((_req, res) => res.send('inside'))
      const post = (Cookie: string) =>
        t.request('/', { method: 'POST', headers: { Cookie, 'X-CSRF-Token': token } })
      expect((await post('c=j%3A%7B%7D')).status).toBe(403)
      expect((await post(`c=${secret}`)).status).toBe(signed ? 403 : 200)
      await t.close()
    }
  })
})
