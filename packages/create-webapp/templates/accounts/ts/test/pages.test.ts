import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { readConfig } from '../src/config.ts'
import { openApp, Visitor } from './support/visitor.ts'

const { app, database } = await openApp()
after(() => database.close())

test('the first page, its style and the health route', async () => {
  const page = await app.inject('/')
  assert.equal(page.statusCode, 200)
  assert.match(String(page.headers['content-security-policy']), /^default-src 'none'/)
  assert.equal((await app.inject('/style.css')).statusCode, 200)
  assert.deepEqual((await app.inject('/health/ready')).json(), { status: 'ok' })
})

test('an unknown path is not found: a page for browsers, problem details for programs', async () => {
  const page = await new Visitor(app).get('/<b>')
  assert.equal(page.statusCode, 404)
  assert.match(page.text(), /There is nothing at \/&lt;b&gt;\./)
  const headers = { accept: 'application/json' }
  const problem = await app.inject({ url: '/nothing', headers })
  assert.equal(problem.statusCode, 404)
  assert.equal(problem.headers['content-type'], 'application/problem+json')
})

test('in production, the secret of the sessions must be set', () => {
  const env = { NODE_ENV: 'production' }
  assert.throws(() => readConfig(env), /SESSION_SECRET must be/)
  assert.throws(() => readConfig({ ...env, SESSION_SECRET: 'short' }), /SESSION_SECRET must be/)
  assert.equal(readConfig({ ...env, SESSION_SECRET: 'x'.repeat(32) }).isProduction, true)
})
