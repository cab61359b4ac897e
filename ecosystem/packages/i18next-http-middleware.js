import assert from 'node:assert/strict'
import i18next from 'i18next'
import * as middleware from 'i18next-http-middleware'

const resources = {
  en: { translation: { hello: 'hello {{name}}' } },
  de: { translation: { hello: 'hallo {{name}}' } },
}

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'i18next-http-middleware',
  dialects: ['5.x', '4.x', '3.x'],

  async create(express) {
    const i18n = i18next.createInstance()
    await i18n.use(middleware.LanguageDetector).init({
      fallbackLng: 'en',
      preload: ['en', 'de'],
      resources,
      detection: { order: ['querystring', 'header'], caches: ['cookie'] },
    })
    const app = express()
    app.use(middleware.handle(i18n))
    app.get('/', (req, res) => res.send(`${req.language} ${req.t('hello', { name: 'ada' })}`))
    app.get('/locales', middleware.getResourcesHandler(i18n))
    return app
  },

  hide: [/Expires=[^;]*/g],

  async visit(client) {
    const german = { headers: { 'Accept-Language': 'de,en;q=0.5' } }
    const greeting = await client.get('/', german)
    assert.equal(greeting.text, 'de hallo ada')
    assert.equal(greeting.headers['content-language'], 'de')
    assert.equal((await client.get('/?lng=en', german)).text, 'en hello ada')
    assert.deepEqual((await client.get('/locales?lng=de&ns=translation')).json.de, resources.de)
  },
}
