import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../src/app.ts'
import { builtClient } from '../src/built-client.ts'

const app = createApp(builtClient())
const browser = { accept: 'text/html' }

test('the page loads the built script and style', async () => {
  const page = await app.inject({ url: '/', headers: browser })
  assert.equal(page.statusCode, 200)
  const files = [...page.text().matchAll(/(?:src|href)="(\/assets\/[^"]+)"/g)].map(([, url]) => url)
  assert.equal(files.length, 2)
  for (const url of files) {
    const response = await app.inject(url ?? '')
    assert.equal(response.statusCode, 200)
    assert.match(String(response.headers['cache-control']), /immutable/)
  }
})

test('other addresses are views of the client, but not files, programs and the API', async () => {
  const page = await app.inject({ url: '/settings', headers: browser })
  assert.equal(page.statusCode, 200)
  assert.match(page.text(), /<script type="module"/)
  assert.equal((await app.inject({ url: '/assets/old.js', headers: browser })).statusCode, 404)
  assert.equal((await app.inject({ url: '/api/nothing', headers: browser })).statusCode, 404)
  const program = { accept: 'application/json' }
  assert.equal((await app.inject({ url: '/settings', headers: program })).statusCode, 404)
})
