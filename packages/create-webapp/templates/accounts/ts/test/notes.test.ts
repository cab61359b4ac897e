import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openApp, Visitor } from './support/visitor.ts'

const { app, database } = await openApp()
after(() => database.close())

test('a user adds and deletes notes', async () => {
  const ada = new Visitor(app)
  await ada.signUp('Ada')
  assert.match((await ada.get('/notes')).text(), /You have no notes yet\./)
  assert.equal((await ada.submit('/notes', { text: '<i>milk</i>' })).headers.location, '/notes')
  const page = (await ada.get('/notes')).text()
  assert.match(page, /<span>&lt;i&gt;milk&lt;\/i&gt;<\/span>/)

  const [, action = ''] = /action="(\/notes\/\d+\/delete)"/.exec(page) ?? []
  assert.equal((await ada.submit(action)).headers.location, '/notes')
  assert.match((await ada.get('/notes')).text(), /You have no notes yet\./)
  assert.equal((await ada.submit('/notes', { text: ' ' })).statusCode, 422)
})

test('a user does not see or delete the notes of another', async () => {
  const [grace, eve] = [new Visitor(app), new Visitor(app)]
  await grace.signUp('Grace')
  await eve.signUp('Eve')
  await grace.submit('/notes', { text: 'a secret' })
  const [, action = ''] =
    /action="(\/notes\/\d+\/delete)"/.exec((await grace.get('/notes')).text()) ?? []
  assert.doesNotMatch((await eve.get('/notes')).text(), /a secret/)
  assert.equal((await eve.submit(action)).statusCode, 404)
  assert.match((await grace.get('/notes')).text(), /a secret/)
})

test('a script sends the token in a header', async () => {
  const ken = new Visitor(app)
  await ken.signUp('Ken')
  const headers = { 'x-csrf-token': await ken.token() }
  assert.equal((await ken.post('/notes', { text: 'tea' }, headers)).statusCode, 303)
  assert.match((await ken.get('/notes')).text(), /<span>tea<\/span>/)
})

test('a form without its token, or from another site, changes nothing', async () => {
  const ann = new Visitor(app)
  await ann.signUp('Ann')
  assert.equal((await ann.post('/notes', { text: 'x' })).statusCode, 403)
  assert.equal((await ann.post('/notes', { text: 'x', csrf: 'guessed' })).statusCode, 403)
  const guessed = { 'x-csrf-token': 'guessed' }
  assert.equal((await ann.post('/notes', { text: 'x' }, guessed)).statusCode, 403)
  const foreign: [string, string][] = [
    ['sec-fetch-site', 'cross-site'],
    ['origin', 'http://evil.test'],
  ]
  for (const [name, value] of foreign) {
    const fields = { name: 'Mallory', password: 'correct horse' }
    const refused = await new Visitor(app).post('/signup', fields, { [name]: value })
    assert.equal(refused.statusCode, 403)
  }
  assert.match((await ann.get('/notes')).text(), /You have no notes yet\./)
})
