import assert from 'node:assert/strict'
import Provider from 'oidc-provider'

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'oidc-provider',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const clients = [
      {
        client_id: 'c',
        client_secret: 's',
        redirect_uris: ['http://a.test/cb'],
        grant_types: ['client_credentials', 'authorization_code'],
      },
    ]
    const features = { clientCredentials: { enabled: true }, devInteractions: { enabled: false } }
    const provider = new Provider('http://a.test/oidc', { clients, features })
    const app = express()
    app.use('/oidc', provider.callback())
    return app
  },

  hide: [/"access_token":"[^"]*"/g, /http:\/\/127\.0\.0\.1:\d+/g],

  async visit(client) {
    const about = await client.get('/oidc/.well-known/openid-configuration')
    assert.equal(about.json.issuer, 'http://a.test/oidc')
    const form = { grant_type: 'client_credentials', client_id: 'c', client_secret: 's' }
    const token = await client.post('/oidc/token', { form })
    assert.deepEqual([token.status, token.json.token_type], [200, 'Bearer'])
    assert.equal(
      (await client.post('/oidc/token', { form: { ...form, client_secret: 'x' } })).status,
      401,
    )
    assert.equal((await client.get('/oidc/none')).status, 404)
  },
}
