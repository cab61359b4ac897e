import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Client, type NoteJson, newName, PASSWORD } from './support/client.ts'
import { openNotes, type TestNotes } from './support/notes.ts'

let notes: TestNotes
let user: Client

beforeAll(async () => {
  notes = await openNotes()
  user = await Client.signUp(notes.app)
})

afterAll(() => notes?.close())

interface NotePage {
  readonly notes: NoteJson[]
  readonly next?: number
}

describe('/api/v1/session', () => {
  it('logs in and out', async () => {
    const client = new Client(notes.app)
    const anonymous = await client.get('/api/v1/session')
    expect(anonymous.statusCode).toBe(401)
    expect(anonymous.headers['content-type']).toBe('application/problem+json')
    const login = await client.api('POST', '/session', { name: user.name, password: PASSWORD })
    expect(login.statusCode).toBe(201)
    const cookie = String(login.headers['set-cookie'])
    expect(cookie).toMatch(/^notes=.+; Path=\/; Expires=.+; HttpOnly; SameSite=Lax$/)
    const session = login.json<{ user: object; csrfToken: string }>()
    expect(session.user).toEqual({ id: expect.any(Number), name: user.name, isAdmin: true })
    client.csrfToken = session.csrfToken
    expect((await client.get('/api/v1/session')).json()).toEqual(session)
    expect((await client.api('DELETE', '/session')).statusCode).toBe(204)
    expect((await client.get('/api/v1/session')).statusCode).toBe(401)
  })

  it('gives a new session with each login, and ends the old one', async () => {
    const client = await Client.signUp(notes.app)
    const before = client.cookie
    await client.api('POST', '/session', { name: client.name, password: PASSWORD })
    expect(client.cookie).not.toBe(before)
    const old = await new Client(notes.app).get('/api/v1/session', { Cookie: before })
    expect(old.statusCode).toBe(401)
  })

  it('refuses wrong credentials in the same way as unknown names', async () => {
    const client = new Client(notes.app)
    const wrong = await client.api('POST', '/session', { name: user.name, password: 'wrong' })
    const unknown = await client.api('POST', '/session', { name: newName('no'), password: 'wrong' })
    expect(wrong.statusCode).toBe(401)
    const requestId = expect.any(String)
    expect(unknown.json()).toEqual({ ...wrong.json<object>(), requestId })
  })

  it('refuses what does not fit the contract', async () => {
    const client = new Client(notes.app)
    const bad = await client.api('POST', '/users', { name: 'x', password: 'short' })
    expect(bad.statusCode).toBe(400)
    const { issues } = bad.json<{ issues: { path: string[] }[] }>()
    expect(issues.map(({ path }) => path[0])).toEqual(['name', 'password'])
    const taken = await client.api('POST', '/users', { name: user.name, password: PASSWORD })
    expect(taken.statusCode).toBe(409)
    const form = await client.send('POST', '/api/v1/session', {
      body: new URLSearchParams({ name: user.name, password: PASSWORD }),
    })
    expect(form.statusCode).toBe(415)
  })
})

describe('/api/v1/notes', () => {
  it('adds, reads, changes and deletes', async () => {
    const added = await user.api('POST', '/notes', { title: ' Tea ', body: '# Tea' })
    expect(added.statusCode).toBe(201)
    const note = added.json<NoteJson>()
    expect(note).toMatchObject({ title: 'Tea', body: '# Tea', owner: user.name, version: 1 })
    const path = `/notes/${note.id}`
    expect(added.headers.location).toBe(`/api/v1${path}`)
    expect((await user.api('GET', path)).json()).toEqual(note)

    const changed = await user.api('PUT', path, { title: 'Coffee' })
    expect(changed.json()).toMatchObject({ title: 'Coffee', body: '', version: 2 })
    expect((await user.api('DELETE', path)).statusCode).toBe(204)
    expect((await user.api('GET', path)).statusCode).toBe(404)
    expect((await user.api('DELETE', path)).statusCode).toBe(404)
  })

  it('has an ETag of the version: 304 and 412', async () => {
    const added = await user.api('POST', '/notes', { title: 'Tagged' })
    const { id } = added.json<NoteJson>()
    const tag = String(added.headers.etag)
    const same = await user.api('GET', `/notes/${id}`, undefined, { 'If-None-Match': tag })
    expect(same.statusCode).toBe(304)
    expect(same.body.length).toBe(0)

    const first = await user.api('PUT', `/notes/${id}`, { title: 'One' }, { 'If-Match': tag })
    expect(first.statusCode).toBe(200)
    expect(first.headers.etag).not.toBe(tag)
    const late = await user.api('PUT', `/notes/${id}`, { title: 'Two' }, { 'If-Match': tag })
    expect(late.statusCode).toBe(412)
    expect(late.json()).toMatchObject({ code: 'note.changed' })
    const odd = await user.api('PUT', `/notes/${id}`, { title: 'Two' }, { 'If-Match': 'x' })
    expect(odd.statusCode).toBe(412)
    const any = await user.api('PUT', `/notes/${id}`, { title: 'Two' }, { 'If-Match': '*' })
    expect(any.json()).toMatchObject({ title: 'Two', version: 3 })
    const now = await user.api('GET', `/notes/${id}`, undefined, { 'If-None-Match': tag })
    expect(now.statusCode).toBe(200)
  })

  it('has another ETag when the user may do more or less with the note', async () => {
    const friend = await Client.signUp(notes.app)
    const { id } = await user.addNote('Promoted')
    const share = (access: string) =>
      user.api('PUT', `/notes/${id}/shares/${friend.name}`, { access })
    await share('read')
    const tag = String((await friend.api('GET', `/notes/${id}`)).headers.etag)
    await share('write')
    const now = await friend.api('GET', `/notes/${id}`, undefined, { 'If-None-Match': tag })
    expect(now.statusCode).toBe(200)
    expect(now.json()).toMatchObject({ access: 'write' })
  })

  it('accepts an ETag in If-Match as proxies change it when they compress', async () => {
    const { id } = await user.addNote('Compressed')
    let version = 1
    for (const change of [
      (tag: string) => `W/${tag}`,
      (tag: string) => tag.replace(/"$/, '-gzip"'),
    ]) {
      const tag = String((await user.api('GET', `/notes/${id}`)).headers.etag)
      const headers = { 'If-Match': change(tag) }
      const changed = await user.api('PUT', `/notes/${id}`, { title: 'a' }, headers)
      expect(changed.json()).toMatchObject({ version: ++version })
      expect((await user.api('PUT', `/notes/${id}`, { title: 'b' }, headers)).statusCode).toBe(412)
    }
    const other = await user.addNote('Other')
    const foreign = String((await user.api('GET', `/notes/${other.id}`)).headers.etag)
    const wrong = await user.api('PUT', `/notes/${id}`, { title: 'c' }, { 'If-Match': foreign })
    expect(wrong.statusCode).toBe(412)
  })

  it('lists by pages, with each note once, also if notes change meanwhile', async () => {
    const owner = await Client.signUp(notes.app)
    const titles = Array.from({ length: 12 }, (_, index) => `Note ${index}`)
    for (const title of titles) await owner.addNote(title)
    const first = (await owner.api('GET', '/notes?limit=5')).json<NotePage>()
    await owner.addNote('Later')
    const second = (await owner.api('GET', `/notes?limit=5&cursor=${first.next}`)).json<NotePage>()
    const third = (await owner.api('GET', `/notes?limit=5&cursor=${second.next}`)).json<NotePage>()
    const seen = [first, second, third].flatMap((page) => page.notes.map(({ title }) => title))
    expect(seen).toEqual(titles.reverse())
    expect(third.next).toBeUndefined()
    for (const query of ['limit=0', 'limit=101', 'limit=x', 'cursor=-1']) {
      expect((await owner.api('GET', `/notes?${query}`)).statusCode).toBe(400)
    }
  })

  it('refuses texts that are too long, have no title, or cannot be stored', async () => {
    const longest = await user.api('POST', '/notes', {
      title: 'x'.repeat(200),
      body: 'y'.repeat(1e5),
    })
    expect(longest.statusCode).toBe(201)
    const refused = [
      { title: '' },
      { title: 'x'.repeat(201) },
      { title: 'a', body: 'y'.repeat(1e5 + 1) },
      { title: 'a\0b' },
      { title: 'a', body: '\0' },
      { title: 7 },
    ]
    for (const body of refused) {
      expect((await user.api('POST', '/notes', body)).statusCode).toBe(400)
    }
    expect((await user.api('GET', '/notes/1')).statusCode).toBe(400)
    const huge = await user.api('POST', '/notes', { title: 'a', body: 'y'.repeat(2 ** 21) })
    expect(huge.statusCode).toBe(413)
  })
})

describe('sharing', () => {
  it('gives others what the owner allows, and nothing else', async () => {
    const [reader, writer, stranger] = await Promise.all(
      [1, 2, 3].map(() => Client.signUp(notes.app)),
    )
    if (!reader || !writer || !stranger) throw new Error('no clients')
    const note = await user.addNote('Shared')
    const path = `/notes/${note.id}`
    const share = (name: string, access: string) =>
      user.api('PUT', `${path}/shares/${name}`, { access })
    expect((await share(reader.name, 'read')).json()).toEqual({ name: reader.name, access: 'read' })
    expect((await share(writer.name, 'write')).statusCode).toBe(200)
    expect((await share('nobody', 'read')).statusCode).toBe(404)
    expect((await share(user.name, 'read')).statusCode).toBe(409)
    expect((await share(reader.name, 'all')).statusCode).toBe(400)

    expect((await reader.api('GET', path)).json()).toMatchObject({ access: 'read' })
    expect((await reader.api('PUT', path, { title: 'Mine' })).statusCode).toBe(403)
    expect((await writer.api('PUT', path, { title: 'Ours' })).statusCode).toBe(200)
    for (const other of [reader, writer]) {
      expect((await other.api('DELETE', path)).statusCode).toBe(403)
      expect((await other.api('GET', `${path}/shares`)).statusCode).toBe(403)
      expect(
        (await other.api('PUT', `${path}/shares/${stranger.name}`, { access: 'read' })).statusCode,
      ).toBe(403)
    }
    const refused = await Promise.all([
      stranger.api('GET', path),
      stranger.api('PUT', path, { title: 'Mine' }),
      stranger.api('DELETE', path),
      stranger.api('GET', `${path}/shares`),
      stranger.api('GET', `${path}/attachments`),
      stranger.get(`${path}/edit`),
      stranger.post(path, { title: 'Mine', body: '' }),
      stranger.post(`${path}/delete`, {}),
      stranger.post(`${path}/share`, { name: stranger.name, access: 'write' }),
    ])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual(refused.map(() => 404))
    expect((await stranger.api('GET', '/search?q=Ours')).json()).toMatchObject({ notes: [] })
    expect((await reader.api('GET', '/search?q=Ours')).json<NotePage>().notes).toHaveLength(1)

    expect((await user.api('DELETE', `${path}/shares/${reader.name}`)).statusCode).toBe(204)
    expect((await reader.api('GET', path)).statusCode).toBe(404)
    expect((await user.api('DELETE', `${path}/shares/${reader.name}`)).statusCode).toBe(404)
    await notes.database.query('UPDATE users SET is_disabled = true WHERE name = $1', [
      stranger.name,
    ])
    expect((await share(stranger.name, 'read')).statusCode).toBe(404)
    await notes.database.query('UPDATE users SET is_disabled = false WHERE name = $1', [
      stranger.name,
    ])
    await share(stranger.name, 'read')
    await notes.database.query('UPDATE users SET is_disabled = true WHERE name = $1', [
      stranger.name,
    ])
    // The account may be enabled again, and would have the note then.
    expect((await user.api('DELETE', `${path}/shares/${stranger.name}`)).statusCode).toBe(204)
    // The other one leaves by themselves.
    expect((await writer.api('DELETE', `${path}/shares/${writer.name}`)).statusCode).toBe(204)
    expect((await writer.api('GET', path)).statusCode).toBe(404)
  })
})

describe('values that PostgreSQL cannot store or compare', () => {
  it('are errors of the request, not of the server', async () => {
    const { id } = await user.addNote('Odd')
    const form = { title: 'a', body: 'b', version: '99999999999' }
    const visitor = new Client(notes.app)
    await visitor.visit('/login')
    const responses = await Promise.all([
      visitor.api('POST', '/session', { name: 'a\0b', password: PASSWORD }),
      visitor.post('/login', { name: 'a\0b', password: PASSWORD }),
      user.api('GET', '/search?q=a%00b'),
      user.get('/search?q=a%00b'),
      user.api('PUT', `/notes/${id}/shares/a%00b`, { access: 'read' }),
      user.api('DELETE', `/notes/${id}/shares/a%00b`),
      user.post(`/notes/${id}/share`, { name: 'a\0b', access: 'read' }),
      user.post(`/notes/${id}/share/remove`, { name: 'a\0b' }),
      user.get('/feed?before=99999999999'),
      user.get('/feed/items?after=99999999999'),
      user.api('GET', '/feed?after=99999999999'),
      user.post(`/notes/${id}`, form),
      user.get('/admin?after=99999999999'),
    ])
    expect(responses.map(({ statusCode }) => statusCode)).toEqual([
      401, 401, 400, 200, 400, 400, 422, 404, 200, 200, 400, 422, 200,
    ])
    const stream = await openStream(user, '/events?after=-99999999999')
    expect(await stream.next()).toMatchObject({ seq: 1 })
    stream.close()
  })
})

describe('/api/v1/search', () => {
  it('finds words, phrases and exclusions, titles first', async () => {
    const owner = await Client.signUp(notes.app)
    await owner.addNote('Breakfast', 'green tea and bread')
    await owner.addNote('Green tea', 'from Uji')
    await owner.addNote('Coffee', 'no tea')
    const find = async (q: string) => {
      const response = await owner.api('GET', `/search?q=${encodeURIComponent(q)}`)
      return response.json<NotePage>().notes.map(({ title }) => title)
    }
    expect(await find('green')).toEqual(['Green tea', 'Breakfast'])
    expect(await find('"green tea" -bread')).toEqual(['Green tea'])
    expect(await find('TEA')).toHaveLength(3)
    expect(await find(`'; DROP TABLE notes; --`)).toEqual([])
    expect((await owner.api('GET', '/search?q=')).statusCode).toBe(400)
  })
})

describe('/api/v1/feed', () => {
  it('tells everyone who sees a note what happened to it, in order', async () => {
    const [owner, friend] = await Promise.all([Client.signUp(notes.app), Client.signUp(notes.app)])
    const { id } = await owner.addNote('Plan')
    await owner.api('PUT', `/notes/${id}/shares/${friend.name}`, { access: 'write' })
    await friend.api('PUT', `/notes/${id}`, { title: 'Plan B' })
    await owner.api('DELETE', `/notes/${id}`)
    const read = async (client: Client, query = '') => {
      const response = await client.api('GET', `/feed${query}`)
      const { items } = response.json<{ items: { seq: number; kind: string; title: string }[] }>()
      return items.map(({ seq, kind, title }) => `${seq} ${kind} ${title}`)
    }
    expect(await read(owner)).toEqual([
      '1 created Plan',
      '2 shared Plan',
      '3 changed Plan B',
      '4 deleted Plan B',
    ])
    expect(await read(friend)).toEqual(['1 shared Plan', '2 changed Plan B', '3 deleted Plan B'])
    expect(await read(owner, '?after=2&limit=1')).toEqual(['3 changed Plan B'])
  })

  it('tells the end of a share to the two people concerned alone', async () => {
    const [owner, one, two] = await Promise.all([1, 2, 3].map(() => Client.signUp(notes.app)))
    if (!owner || !one || !two) throw new Error('no clients')
    const { id } = await owner.addNote('Plan')
    for (const { name } of [one, two])
      await owner.api('PUT', `/notes/${id}/shares/${name}`, { access: 'read' })
    await owner.api('DELETE', `/notes/${id}/shares/${two.name}`)
    const last = async (client: Client) => {
      const response = await client.api('GET', '/feed')
      return response.json<{ items: { kind: string }[] }>().items.at(-1)?.kind
    }
    expect(await Promise.all([owner, one, two].map(last))).toEqual([
      'unshared',
      'shared',
      'unshared',
    ])
  })

  it('streams new items, and continues behind the last one', async () => {
    const owner = await Client.signUp(notes.app)
    await owner.addNote('First')
    const first = await openStream(owner, '/events?after=0')
    expect(await first.next()).toMatchObject({ seq: 1, title: 'First' })
    await owner.addNote('Second')
    expect(await first.next()).toMatchObject({ seq: 2, title: 'Second' })
    first.close()
    await owner.addNote('Third')
    const again = await openStream(owner, '/events', { 'Last-Event-ID': '2' })
    expect(await again.next()).toMatchObject({ seq: 3, title: 'Third' })
    again.close()
    expect((await new Client(notes.app).get('/events')).statusCode).toBe(401)
  })
})

describe('/openapi.json', () => {
  it('describes every operation, and the page shows it', async () => {
    const response = await notes.app.inject('/openapi.json')
    const document = response.json<{ openapi: string; paths: Record<string, object> }>()
    expect(document.openapi).toMatch(/^3\.1/)
    const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    )
    expect(operations.sort()).toEqual([
      'delete /api/v1/notes/{id}',
      'delete /api/v1/notes/{id}/attachments/{file}',
      'delete /api/v1/notes/{id}/shares/{name}',
      'delete /api/v1/session',
      'get /api/v1/feed',
      'get /api/v1/notes',
      'get /api/v1/notes/{id}',
      'get /api/v1/notes/{id}/attachments',
      'get /api/v1/notes/{id}/attachments/{file}',
      'get /api/v1/notes/{id}/shares',
      'get /api/v1/search',
      'get /api/v1/session',
      'post /api/v1/notes',
      'post /api/v1/notes/{id}/attachments',
      'post /api/v1/session',
      'post /api/v1/users',
      'put /api/v1/notes/{id}',
      'put /api/v1/notes/{id}/shares/{name}',
    ])
    expect(response.text()).not.toContain('x-webapp-notes')
    const page = await notes.app.inject('/docs')
    expect(page.text()).toContain('data-url="/openapi.json"')
    expect(page.headers['content-security-policy']).toContain("default-src 'none'")
  })
})

/** The items of a stream of events, as they arrive. */
async function openStream(client: Client, url: string, headers: Record<string, string> = {}) {
  const abort = new AbortController()
  const { body } = await notes.app.inject({
    url,
    headers: { Cookie: client.cookie, ...headers },
    signal: abort.signal,
    stream: true,
  })
  body.on('error', () => {}) // of the abort
  let text = ''
  const chunks = body[Symbol.asyncIterator]()
  return {
    async next(): Promise<unknown> {
      for (;;) {
        const match = /^data: (.+)\n\n/m.exec(text)
        if (match) {
          text = text.slice(match.index + match[0].length)
          return JSON.parse(match[1] ?? '')
        }
        const { value, done } = await chunks.next()
        if (done) throw new Error(`The stream has ended: ${text}`)
        text += value
      }
    },
    close: () => abort.abort(),
  }
}
