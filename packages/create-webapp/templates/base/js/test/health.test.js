import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app } from '../src/app.js'

test('the health route says that the application runs', async () => {
  const response = await app.inject('/health')
  assert.equal(response.statusCode, 200)
  assert.deepEqual(response.json(), { status: 'ok' })
})

test('an unknown path is not found', async () => {
  const response = await app.inject({ url: '/nothing', headers: { accept: 'application/json' } })
  assert.equal(response.statusCode, 404)
  assert.deepEqual(response.json(), { error: 'There is nothing at /nothing.' })
})
