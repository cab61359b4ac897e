import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app } from '../src/app.ts'

test('the first page is HTML with a style sheet', async () => {
  const response = await app.inject('/')
  assert.equal(response.statusCode, 200)
  assert.match(String(response.headers['content-type']), /^text\/html/)
  assert.match(response.text(), /<h1>Welcome<\/h1>/)
  assert.equal((await app.inject('/style.css')).statusCode, 200)
})

test('a name is escaped', async () => {
  const response = await app.inject({ url: '/hello', query: { name: '<b>' } })
  assert.match(response.text(), /Hello, &lt;b&gt;!/)
})

test('a path in an error page is escaped', async () => {
  const headers = { accept: 'text/html' }
  const response = await app.inject({ url: '/<b>', headers })
  assert.equal(response.statusCode, 404)
  assert.match(String(response.headers['content-type']), /^text\/html/)
  assert.match(response.text(), /There is nothing at \/&lt;b&gt;\./)
})
