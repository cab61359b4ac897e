import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createApp } from '../src/app.ts'

const app = createApp((_req, _res, next) => next())
const url = '/api/notes'

test('a note is saved, listed, found and deleted', async () => {
  const saved = await app.inject({ method: 'POST', url, body: { text: ' milk ' } })
  assert.equal(saved.statusCode, 201)
  const { id } = saved.json<{ id: string }>()
  assert.equal(saved.headers.location, `${url}/${id}`)

  assert.deepEqual((await app.inject(url)).json(), [{ id, text: 'milk' }])
  assert.deepEqual((await app.inject(`${url}/${id}`)).json(), { id, text: 'milk' })

  const deleted = await app.inject({ method: 'DELETE', url: `${url}/${id}` })
  assert.equal(deleted.statusCode, 204)
  const missing = await app.inject(`${url}/${id}`)
  assert.equal(missing.statusCode, 404)
  assert.equal(missing.json<{ detail: string }>().detail, `There is no note ${id}.`)
})

test('a note that does not fit the contract is refused, with the reason', async () => {
  for (const body of [{}, { text: '' }, { text: ' ' }, { text: 7 }, []]) {
    const response = await app.inject({ method: 'POST', url, body })
    assert.equal(response.statusCode, 400)
    const { code, issues } = response.json<{ code: string; issues: { location: string }[] }>()
    assert.equal(code, 'contract.refused')
    assert.equal(issues[0]?.location, 'body')
  }
})

test('a body that is not JSON is refused', async () => {
  const headers = { 'content-type': 'application/json' }
  const response = await app.inject({ method: 'POST', url, body: '{', headers })
  assert.equal(response.statusCode, 400)
})

test('the API describes itself', async () => {
  const { paths } = (await app.inject('/openapi.json')).json<{ paths: object }>()
  assert.deepEqual(Object.keys(paths), ['/api/notes', '/api/notes/{id}'])
  const page = await app.inject('/docs')
  assert.match(String(page.headers['content-type']), /^text\/html/)
})
