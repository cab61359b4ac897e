import assert from 'node:assert/strict'
import session from 'express-session'
import createMemoryStore from 'memorystore'
import { createSessionSite } from '../sites/sessions.js'

const MemoryStore = createMemoryStore(session)

/** @type {import('../harness/package-case.ts').PackageCase} */
export default {
  name: 'memorystore',
  dialects: ['5.x', '4.x', '3.x'],

  create(express) {
    const store = new MemoryStore({ checkPeriod: 86_400_000 })
    const app = createSessionSite(express, store)
    app.get('/count', (_req, res, next) => {
      store.length((error, length) => (error ? next(error) : res.json({ length })))
    })
    return app
  },

  async visit(client) {
    await client.get('/')
    assert.equal((await client.get('/')).text, '2')
    assert.deepEqual((await client.get('/count')).json, { length: 1 })
  },
}
