import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createFolder, modified } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'

const root = createFolder({
  'todo.txt': '- groceries',
  'page.html': '<p>page</p>',
  'data.json': '{}',
  'image.png': 'png',
  'foo bar.txt': 'spaces',
  'ten.txt': '0123456789',
  'users/index.html': '<p>users</p>',
  'users/tobi.txt': 'ferret',
  '.hidden': 'secret',
  '.dir/file.txt': 'inside',
  '日本.txt': 'nihon',
})
mkdirSync(join(root, 'void'))

const outside = createFolder({ 'outside.txt': 'outside' })

interface Reply {
  send(status: number, text: string): void
}

function tell(err: Error & { status?: number }, _req: unknown, res: Reply, _next: unknown): void {
  res.send(err.status ?? 500, `told ${err.status} ${err.message}`)
}

describeDialects('webapp.static of 3.x', ['3.x'], (t) => {
  function serve(options?: object): void {
    t.app.use(t.webapp.static(root, options))
    t.app.use((req, res) => res.send(404, `next ${req.url}`))
  }

  it('serves files, with their types', async () => {
    serve()
    const text = await t.request('/todo.txt')
    expect([text.status, text.text]).toEqual([200, '- groceries'])
    expect(text.headers).toMatchObject({
      'content-type': 'text/plain; charset=UTF-8',
      'content-length': '11',
      'cache-control': 'public, max-age=0',
      'last-modified': modified.toUTCString(),
      'accept-ranges': 'bytes',
    })
    const type = async (path: string) => (await t.request(path)).headers['content-type']
    expect(await type('/page.html')).toBe('text/html; charset=UTF-8')
    expect(await type('/data.json')).toBe('application/json')
    expect(await type('/image.png')).toBe('image/png')
  })

  it('decodes names', async () => {
    serve()
    expect((await t.request('/foo%20bar.txt')).text).toBe('spaces')
    expect((await t.request('/%E6%97%A5%E6%9C%AC.txt')).text).toBe('nihon')
  })

  it('answers GET and HEAD, and hands on the rest', async () => {
    serve()
    const head = await t.request('/todo.txt', { method: 'HEAD' })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '11'])
    expect((await t.request('/todo.txt', { method: 'POST' })).text).toBe('next /todo.txt')
    expect((await t.request('/missing')).text).toBe('next /missing')
  })

  it('serves the index of a directory, or another one, or none', async () => {
    t.app.use('/a', t.webapp.static(root))
    t.app.use('/b', t.webapp.static(root, { index: 'tobi.txt' }))
    t.app.use('/c', t.webapp.static(root, { index: false }))
    expect((await t.request('/a/users/')).text).toBe('<p>users</p>')
    expect((await t.request('/b/users/')).text).toBe('ferret')
    expect((await t.request('/c/users/')).status).toBe(404)
  })

  it('redirects a directory to its name with a slash', async () => {
    serve()
    const answer = await t.request('/users?a=1')
    expect([answer.status, answer.headers.location]).toEqual([303, '/users/?a=1'])
    expect(answer.text).toBe('Redirecting to <a href="/users/?a=1">/users/?a=1</a>\n')
    expect(answer.headers['content-security-policy']).toBe("default-src 'none'")
    expect((await t.request('/void/')).text).toBe('next /void/')
  })

  it('redirects to the whole path from within a mount', async () => {
    t.app.use('/files', t.webapp.static(root))
    expect((await t.request('/files/users')).headers.location).toBe('/files/users/')
    expect((await t.request('/files/todo.txt')).text).toBe('- groceries')
  })

  it('does not redirect when it shall not', async () => {
    serve({ redirect: false })
    expect((await t.request('/users')).text).toBe('next /users')
  })

  it('says how long to keep a file', async () => {
    serve({ maxAge: 3_600_000 })
    expect((await t.request('/todo.txt')).headers['cache-control']).toBe('public, max-age=3600')
  })

  it('keeps files that begin with a dot to itself, unless they shall be shown', async () => {
    t.app.use('/shown', t.webapp.static(root, { hidden: true }))
    serve()
    expect((await t.request('/.hidden')).text).toBe('next /.hidden')
    expect((await t.request('/%2ehidden')).text).toBe('next /%2ehidden')
    expect((await t.request('/shown/.hidden')).text).toBe('secret')
  })

  it('answers what the client has with 304', async () => {
    serve()
    const { etag } = (await t.request('/todo.txt')).headers
    const same = await t.request('/todo.txt', { headers: { 'If-None-Match': String(etag) } })
    expect([same.status, same.text]).toEqual([304, ''])
    const since = { 'If-Modified-Since': modified.toUTCString() }
    expect((await t.request('/todo.txt', { headers: since })).status).toBe(304)
  })

  it.each([
    ['bytes=0-4', 206, '01234', 'bytes 0-4/10'],
    ['bytes=-3', 206, '789', 'bytes 7-9/10'],
    ['bytes=5-', 206, '56789', 'bytes 5-9/10'],
    ['bytes=0-0', 206, '0', 'bytes 0-0/10'],
    ['bytes=0-1,4-5', 200, '0123456789', undefined],
    ['items=0-1', 200, '0123456789', undefined],
  ])('answers Range: %s with %i', async (Range, status, text, range) => {
    serve()
    const answer = await t.request('/ten.txt', { headers: { Range } })
    expect([answer.status, answer.text, answer.headers['content-range']]).toEqual([
      status,
      text,
      range,
    ])
  })

  it('refuses a range outside of the file', async () => {
    serve()
    const answer = await t.request('/ten.txt', { headers: { Range: 'bytes=20-30' } })
    expect([answer.status, answer.headers['content-range']]).toEqual([416, 'bytes */10'])
  })

  it.each([
    '/../outside.txt',
    '/%2e%2e/outside.txt',
    '/..%2foutside.txt',
    '/users/../../x',
    '/%00',
  ])('never leaves its root for %s', async (path) => {
    t.app.use(t.webapp.static(join(outside, 'inner')))
    const answer = await t.request(path)
    expect([400, 403, 404]).toContain(answer.status)
    expect(answer.text).not.toBe('outside')
  })

  it('needs a root', () => {
    expect(() => t.webapp.static(undefined as never)).toThrow(/root path required/)
  })

  it('knows the table of media types', () => {
    expect(t.webapp.static.mime.lookup('a.txt')).toBe('text/plain')
    expect(t.webapp.mime.lookup('json')).toBe('application/json')
  })

  it('asks a replaced webapp.mime.charsets.lookup', async () => {
    const { charsets } = t.webapp.mime
    const { lookup } = charsets
    onTestFinished(() => void Object.assign(charsets, { lookup }))
    t.app.use(t.webapp.static(root))
    t.app.get('/sent', (_req, res) => res.sendfile(join(root, 'todo.txt')))
    const typeOf = async (path: string) => (await t.request(path)).headers['content-type']
    expect(await typeOf('/todo.txt')).toBe('text/plain; charset=UTF-8')
    charsets.lookup = (type) => (type === 'image/png' ? '' : 'KOI8-R')
    expect(await typeOf('/todo.txt')).toBe('text/plain; charset=KOI8-R')
    expect(await typeOf('/data.json')).toBe('application/json; charset=KOI8-R')
    expect(await typeOf('/image.png')).toBe('image/png')
    expect(await typeOf('/sent')).toBe('text/plain; charset=UTF-8')
  })
})

describeDialects('res.sendfile', ['3.x'], (t) => {
  it('sends a file', async () => {
    t.app.get('/', (_req, res) => res.sendfile(join(root, 'todo.txt')))
    const answer = await t.request('/')
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      200,
      '- groceries',
      'text/plain; charset=UTF-8',
    ])
  })

  it('finds relative paths from the working directory', async () => {
    t.app.get('/', (_req, res) => res.sendfile('package.json'))
    expect((await t.request('/')).text).toContain('"name"')
  })

  it('finds paths in a root, and never leaves it', async () => {
    t.app.get('/', (_req, res) => res.sendfile('users/tobi.txt', { root }))
    t.app.get('/up', (_req, res) => res.sendfile('../../etc/passwd', { root }))
    t.app.use(tell)
    expect((await t.request('/')).text).toBe('ferret')
    expect((await t.request('/up')).status).toBe(403)
  })

  it('has a maxAge', async () => {
    t.app.get('/', (_req, res) => res.sendfile(join(root, 'todo.txt'), { maxAge: 20_000 }))
    t.app.get('/none', (_req, res) => res.sendfile(join(root, 'todo.txt')))
    expect((await t.request('/')).headers['cache-control']).toBe('public, max-age=20')
    expect((await t.request('/none')).headers['cache-control']).toBe('public, max-age=0')
  })

  it('tells the callback when it is done', async () => {
    const told: unknown[] = []
    t.app.get('/', (_req, res) => res.sendfile(join(root, 'todo.txt'), (err) => told.push(err)))
    await t.request('/')
    await expect.poll(() => told).toEqual([undefined])
  })

  it('tells the callback of a file that is missing', async () => {
    t.app.get('/', (_req, res) =>
      res.sendfile(join(root, 'missing'), (err) => {
        res.send(200, `told ${(err as { status?: number }).status}`)
      }),
    )
    expect((await t.request('/')).text).toBe('told 404')
  })

  it('passes a missing file to the error handlers, without a callback', async () => {
    t.app.get('/', (_req, res) => res.sendfile(join(root, 'missing')))
    t.app.use(tell)
    const answer = await t.request('/')
    expect([answer.status, answer.text.startsWith('told 404')]).toEqual([404, true])
  })

  it('hands on for a directory, also with a callback', async () => {
    const never = () => expect.unreachable('a folder is no error')
    t.app.get('/', (_req, res) => res.sendfile(join(root, 'users')))
    t.app.get('/callback', (_req, res) => res.sendfile(join(root, 'users'), never))
    t.app.use((_req, res) => res.send('next'))
    expect((await t.request('/')).text).toBe('next')
    expect((await t.request('/callback')).text).toBe('next')
  })

  it('keeps a type that was set, and answers ranges and conditions', async () => {
    t.app.get('/', (_req, res) => {
      res.type('text/x-own')
      res.sendfile(join(root, 'ten.txt'))
    })
    const answer = await t.request('/', { headers: { Range: 'bytes=2-3' } })
    expect([answer.status, answer.text, answer.headers['content-type']]).toEqual([
      206,
      '23',
      'text/x-own',
    ])
    const headers = { 'If-Modified-Since': modified.toUTCString() }
    expect((await t.request('/', { headers })).status).toBe(304)
  })
})

describeDialects('res.download of 3.x', ['3.x'], (t) => {
  it('sends a file as an attachment, under its own or another name', async () => {
    t.app.get('/', (_req, res) => res.download(join(root, 'todo.txt')))
    t.app.get('/other', (_req, res) => res.download(join(root, 'todo.txt'), 'other.txt'))
    const own = await t.request('/')
    expect([own.text, own.headers['content-disposition']]).toEqual([
      '- groceries',
      'attachment; filename="todo.txt"',
    ])
    expect((await t.request('/other')).headers['content-disposition']).toBe(
      'attachment; filename="other.txt"',
    )
  })

  it('tells a callback, with or without a name', async () => {
    const told: unknown[] = []
    const path = join(root, 'todo.txt')
    t.app.get('/', (_req, res) => res.download(path, (err) => told.push(['plain', err])))
    t.app.get('/named', (_req, res) => res.download(path, 'x', (err) => told.push(['named', err])))
    await t.request('/')
    await t.request('/named')
    const expected = [
      ['plain', undefined],
      ['named', undefined],
    ]
    await expect.poll(() => told).toEqual(expected)
  })

  it('takes options after the name, among them a root', async () => {
    t.app.get('/', (_req, res) => res.download('todo.txt', 'x.txt', { root, maxAge: 5000 }))
    t.app.get('/out', (_req, res) => res.download('../todo.txt', 'x.txt', { root }))
    const { text, headers } = await t.request('/')
    expect([text, headers['content-disposition'], headers['cache-control']]).toEqual([
      '- groceries',
      'attachment; filename="x.txt"',
      'public, max-age=5',
    ])
    expect((await t.request('/out')).status).toBe(403)
  })

  it('is no attachment any more when it fails', async () => {
    t.app.get('/', (_req, res) => res.download(join(root, 'missing')))
    t.app.get('/told', (_req, res) =>
      res.download(join(root, 'missing'), () => res.send(200, 'failed')),
    )
    t.app.use(tell)
    const answer = await t.request('/')
    expect([answer.status, answer.headers['content-disposition']]).toEqual([404, undefined])
    const told = await t.request('/told')
    expect([told.text, told.headers['content-disposition']]).toEqual(['failed', undefined])
  })

  it('calls sendfile', async () => {
    t.app.get('/', (_req, res) => {
      res.sendfile = ((path: string) => res.send(200, path)) as never
      res.download(join(root, 'todo.txt'))
    })
    expect((await t.request('/')).text).toBe(join(root, 'todo.txt'))
  })
})
