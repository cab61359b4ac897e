import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openApp, PASSWORD, Visitor } from './support/visitor.ts'

const { app, database } = await openApp()
after(() => database.close())

test('a visitor signs up, logs out and logs in again', async () => {
  const ada = new Visitor(app)
  assert.match((await ada.get('/')).text(), /<a class="button" href="\/signup">Sign up<\/a>/)
  const signedUp = await ada.signUp('Ada')
  assert.equal(signedUp.statusCode, 303)
  assert.equal(signedUp.headers.location, '/notes')
  assert.match((await ada.get('/notes')).text(), /<span>Ada<\/span>/)

  assert.equal((await ada.submit('/logout')).statusCode, 303)
  assert.equal((await ada.get('/notes')).headers.location, '/login')

  const loggedIn = await ada.post('/login', { name: 'ada', password: PASSWORD })
  assert.equal(loggedIn.statusCode, 303)
  assert.equal((await ada.get('/notes')).statusCode, 200)
  assert.equal((await ada.get('/login')).headers.location, '/notes')
})

test('a wrong password and an unknown name get the same response', async () => {
  await new Visitor(app).signUp('Grace')
  const visitor = new Visitor(app)
  const wrong = await visitor.post('/login', { name: 'Grace', password: 'wrong' })
  const unknown = await visitor.post('/login', { name: 'Grac3', password: 'wrong' })
  assert.equal(wrong.statusCode, 401)
  assert.equal(unknown.statusCode, 401)
  assert.equal(wrong.text().replace('Grace', 'Grac3'), unknown.text())
  assert.deepEqual(visitor.client.cookies.list(), [])
})

test('names are taken once, and short passwords are refused', async () => {
  await new Visitor(app).signUp('Barbara')
  const taken = await new Visitor(app).signUp('BARBARA')
  assert.equal(taken.statusCode, 409)
  assert.match(taken.text(), /This name is taken\./)
  const short = await new Visitor(app).signUp('Short', '1234567')
  assert.equal(short.statusCode, 422)
  assert.match(short.text(), /at least 8 characters/)
  const name = await new Visitor(app).signUp('<b>')
  assert.equal(name.statusCode, 422)
  assert.match(name.text(), /value="&lt;b&gt;"/)
})

test('passwords are hashed in the database', async () => {
  await new Visitor(app).signUp('Edsger')
  const [row] = await database.query<{ password: string }>(
    `SELECT password FROM users WHERE name = 'Edsger'`,
  )
  assert.match(row?.password ?? '', /^scrypt\$4\$/)
})

test('the cookie of the session is for this site and not for scripts', async () => {
  const visitor = new Visitor(app)
  const response = await visitor.signUp('Tony')
  assert.match(String(response.headers['set-cookie']), /; HttpOnly; SameSite=Lax/)
  const before = visitor.client.cookies.get('session') ?? ''
  await visitor.submit('/logout')
  assert.equal(visitor.client.cookies.get('session'), undefined)
  visitor.client.cookies.set('session', before)
  assert.equal((await visitor.get('/notes')).headers.location, '/login')
})

test('attempts to log in are limited', async () => {
  const limited = await openApp({ loginLimit: 2 })
  const visitor = new Visitor(limited.app)
  const attempt = () => visitor.post('/login', { name: 'Ada', password: 'wrong' })
  assert.equal((await attempt()).statusCode, 401)
  assert.equal((await attempt()).statusCode, 401)
  const refused = await attempt()
  assert.equal(refused.statusCode, 429)
  assert.match(String(refused.headers['retry-after']), /^\d+$/)
  await limited.database.close()
})
