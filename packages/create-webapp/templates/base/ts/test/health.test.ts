import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app } from '../src/app.ts'

test('the health route says that the application runs', async () => {
  const response = await app.inject('/health/ready')
  assert.equal(response.statusCode, 200)
  assert.deepEqual(response.json(), { status: 'ok' })
})

test('an unknown path is not found: problem details for programs, a page for browsers', async () => {
  const url = '/nothing'
  const response = await app.inject({ url, headers: { accept: 'application/json' } })
  assert.equal(response.statusCode, 404)
  assert.equal(response.headers['content-type'], 'application/problem+json')
  assert.match(response.text(), /"detail":"There is nothing at \/nothing\."/)

  const page = await app.inject({ url, headers: { accept: 'text/html' } })
  assert.equal(page.statusCode, 404)
  assert.match(page.text(), /There is nothing at \/nothing\./)
})
