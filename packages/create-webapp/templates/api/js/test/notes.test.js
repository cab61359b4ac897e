import assert from 'node:assert/strict'
import { test } from 'node:test'
import { app } from '../src/app.js'

const url = '/api/notes'

test('a note is saved, found and deleted', async () => {
  const saved = await app.inject({ method: 'POST', url, body: { text: ' milk ' } })
  assert.equal(saved.statusCode, 201)
  const { id } = saved.json()
  assert.equal(saved.headers.location, `${url}/${id}`)

  const found = await app.inject(`${url}/${id}`)
  assert.deepEqual(found.json(), { id, text: 'milk' })

  const deleted = await app.inject({ method: 'DELETE', url: `${url}/${id}` })
  assert.equal(deleted.statusCode, 204)
  assert.equal((await app.inject(`${url}/${id}`)).statusCode, 404)
})

test('a note without a text is refused', async () => {
  for (const body of [{}, { text: '' }, { text: 7 }, []]) {
    const response = await app.inject({ method: 'POST', url, body })
    assert.equal(response.statusCode, 400)
    assert.deepEqual(response.json(), { error: 'A note needs a text.' })
  }
})

test('a body that is not JSON is refused', async () => {
  const headers = { 'content-type': 'application/json' }
  const response = await app.inject({ method: 'POST', url, body: '{', headers })
  assert.equal(response.statusCode, 400)
})
