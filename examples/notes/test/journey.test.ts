import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, newName, PASSWORD } from './support/client.ts'
import { openNotes, type TestNotes } from './support/notes.ts'

let notes: TestNotes

beforeAll(async () => {
  notes = await openNotes()
})

afterAll(() => notes?.close())

describe('a visitor without JavaScript', () => {
  it('signs up, writes, edits, shares, searches, and logs out', async () => {
    const ann = new Client(notes.app)
    const [annName, benName] = [newName('ann'), newName('ben')]
    const ben = await Client.signUp(notes.app, benName)

    expect(await ann.visit('/')).toContain('href="/signup"')
    await ann.visit('/signup')
    const signedUp = await ann.post('/signup', { name: annName, password: PASSWORD })
    expect([signedUp.statusCode, signedUp.headers.location]).toEqual([303, '/notes'])
    expect(await ann.visit('/notes')).toContain('You have no notes yet.')

    await ann.visit('/notes/new')
    const created = await ann.post('/notes', { title: 'Tea list', body: '# Green\r\n- Sencha' })
    expect(created.statusCode).toBe(303)
    const path = String(created.headers.location).split('?')[0] ?? ''
    const shown = await ann.visit(path)
    expect(shown).toContain('<h1>Tea list</h1>')
    expect(shown).toContain('<h2>Green</h2>')
    expect(shown).toContain('<li>Sencha</li>')

    const form = await ann.visit(`${path}/edit`)
    expect(form).toContain('# Green\n- Sencha</textarea>')
    const version = /name="version" value="(\d+)"/.exec(form)?.[1] ?? ''
    const saved = await ann.post(path, { title: 'Tea list', body: 'Matcha', version })
    expect([saved.statusCode, saved.headers.location]).toEqual([303, path])
    expect(await ann.visit(path)).toContain('The note is saved.')
    expect(await ann.visit(path)).not.toContain('The note is saved.')

    expect((await ben.get(path)).statusCode).toBe(404)
    const shared = await ann.post(`${path}/share`, { name: benName, access: 'read' })
    expect(shared.statusCode).toBe(303)
    expect(await ann.visit(`${path}/share`)).toContain(`<strong>${benName}</strong>`)
    const seen = await ben.visit(path)
    expect(seen).toContain('Matcha')
    expect(seen).not.toContain(`${path}/edit`)

    const found = await ben.visit('/search?q=matcha')
    expect(found).toContain('<mark>Matcha</mark>')
    const table = '| tea | from |\n|:---|---:|\n| Sencha \\| green | Uji |'
    await ann.addNote('Table', `Of *teas*:\n\n${table}`)
    const list = await ann.visit('/notes')
    expect(list).toMatch(/<p class="excerpt">Of teas:\s+tea · from\s+Sencha \| green · Uji<\/p>/)
    const feed = await ben.visit('/feed')
    expect(feed).toContain(`<strong>${annName}</strong> shared`)

    const out = await ann.post('/logout', {})
    expect([out.statusCode, out.headers.location]).toEqual([303, '/'])
    const login = await ann.get('/notes')
    expect([login.statusCode, login.headers.location]).toEqual([303, '/login?back=%2Fnotes'])
  })

  it('logs in and goes back to the page that asked for it', async () => {
    const name = newName()
    await Client.signUp(notes.app, name)
    const visitor = new Client(notes.app)
    expect(await visitor.visit('/login?back=%2Ffeed')).toContain('name="back" value="/feed"')
    const wrong = await visitor.post('/login', { name, password: 'wrong', back: '/feed' })
    expect(wrong.statusCode).toBe(401)
    expect(wrong.text()).toContain('The name or the password is wrong.')
    expect(wrong.text()).toContain('name="back" value="/feed"')
    const right = await visitor.post('/login', {
      name: name.toUpperCase(),
      password: PASSWORD,
      back: '/feed',
    })
    expect([right.statusCode, right.headers.location]).toEqual([303, '/feed'])
  })

  it.each(['//evil.test', '/\\evil.test', 'https://evil.test/', 'javascript:alert(1)', '/a b'])(
    'does not go to %s after the login',
    async (back) => {
      const name = newName()
      await Client.signUp(notes.app, name)
      const visitor = new Client(notes.app)
      await visitor.visit('/login')
      const response = await visitor.post('/login', { name, password: PASSWORD, back })
      expect(response.headers.location).toBe('/notes')
    },
  )

  it('sees what is wrong with the forms, with the values that were sent', async () => {
    const visitor = new Client(notes.app)
    await visitor.visit('/signup')
    const bad = await visitor.post('/signup', { name: '<b>', password: PASSWORD })
    expect(bad.statusCode).toBe(422)
    expect(bad.text()).toContain('value="&lt;b&gt;"')
    const short = await visitor.post('/signup', { name: newName(), password: 'short' })
    expect(short.text()).toContain('Use 8 to 200 characters.')
    const name = newName()
    await Client.signUp(notes.app, name)
    const taken = await visitor.post('/signup', { name: name.toUpperCase(), password: PASSWORD })
    expect(taken.statusCode).toBe(409)
    expect(taken.text()).toContain('This name is taken.')

    const user = await Client.signUp(notes.app)
    const untitled = await user.post('/notes', { title: ' ', body: 'kept text' })
    expect(untitled.statusCode).toBe(422)
    expect(untitled.text()).toContain('kept text</textarea>')
    const note = await user.addNote('mine')
    const unknown = await user.post(`/notes/${note.id}/share`, {
      name: 'nobody-here',
      access: 'read',
    })
    expect(unknown.statusCode).toBe(422)
    expect(unknown.text()).toContain('There is no user with this name.')
    const self = await user.post(`/notes/${note.id}/share`, { name: user.name, access: 'read' })
    expect(self.text()).toContain('The note is yours already.')
  })

  it('keeps both texts if somebody else has saved meanwhile', async () => {
    const user = await Client.signUp(notes.app)
    const note = await user.addNote('shared text', 'first')
    await user.api('PUT', `/notes/${note.id}`, { title: 'shared text', body: 'of the other' })
    const late = await user.post(`/notes/${note.id}`, {
      title: 'shared text',
      body: 'of mine',
      version: '1',
    })
    expect(late.statusCode).toBe(409)
    expect(late.text()).toContain('of the other</pre>')
    expect(late.text()).toContain('of mine</textarea>')
    const again = await user.post(`/notes/${note.id}`, {
      title: 'shared text',
      body: 'of both',
      version: '2',
    })
    expect(again.statusCode).toBe(303)
  })

  it('has pages in both languages', async () => {
    const visitor = new Client(notes.app)
    const german = await visitor.get('/', { 'Accept-Language': 'de-AT, en;q=0.5' })
    expect(german.headers['content-language']).toBe('de')
    expect(german.text()).toContain('<html lang="de">')
    expect(german.text()).toContain('Gemeinsame Notizen')
    expect(german.headers.vary).toContain('Accept-Language')
    const other = await visitor.get('/', { 'Accept-Language': 'fr' })
    expect(other.text()).toContain('<html lang="en">')

    const chosen = await visitor.post('/language', { language: 'de', back: '/login' })
    expect([chosen.statusCode, chosen.headers.location]).toEqual([303, '/login'])
    const login = await visitor.get('/login', { 'Accept-Language': 'en' })
    expect(login.text()).toContain('<h1>Anmelden</h1>')
    const missing = await visitor.get('/nothing', { Accept: 'text/html' })
    expect(missing.statusCode).toBe(404)
    expect(missing.text()).toContain('Unter dieser Adresse ist nichts.')
    expect((await visitor.post('/language', { language: 'xx' })).statusCode).toBe(400)
    expect((await visitor.get('/language')).text()).toContain('Wählen Sie Ihre Sprache')
  })
})

describe('lists', () => {
  it('have pages, each note once, the last changed first', async () => {
    const user = await Client.signUp(notes.app)
    for (let number = 1; number <= 25; number++) await user.addNote(`Note ${number}`)
    const first = await user.visit('/notes')
    expect(first).toContain('>Note 25<')
    expect(first).not.toContain('>Note 5<')
    const next = /rel="next" href="([^"]+)"/.exec(first)?.[1] ?? ''
    const second = await user.visit(next)
    expect(second).toContain('>Note 5<')
    expect(second).toContain('>Note 1<')
    expect(second).not.toContain('rel="next"')
  })
})

describe('the admin page', () => {
  it('is for administrators only, and disables accounts at once', async () => {
    const fresh = await openNotes()
    try {
      const admin = await Client.signUp(fresh.app, 'first')
      const user = await Client.signUp(fresh.app, 'second')
      expect((await user.get('/admin')).statusCode).toBe(403)
      const page = await admin.visit('/admin')
      expect(page).toContain('<th scope="row">second</th>')
      const id = /\/admin\/users\/(\d+)/.exec(page)?.[1] ?? ''
      expect((await user.get('/api/v1/session')).statusCode).toBe(200)
      expect((await admin.post(`/admin/users/${id}`, { disabled: 'yes' })).statusCode).toBe(303)
      expect((await user.get('/api/v1/session')).statusCode).toBe(401)
      expect(await admin.visit('/admin')).toContain('Disabled')
      const login = { name: 'second', password: PASSWORD }
      expect((await user.api('POST', '/session', login)).statusCode).toBe(401)
      await admin.post(`/admin/users/${id}`, { disabled: 'no' })
      expect((await user.api('POST', '/session', login)).statusCode).toBe(201)
      expect((await admin.post('/admin/users/1', { disabled: 'yes' })).statusCode).toBe(404)
    } finally {
      await fresh.close()
    }
  })
})
