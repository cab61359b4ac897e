import { once } from 'node:events'
import { connect as connectHttp2, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Next, Req, Res } from '../../src/http/exchange.ts'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'
import { exchange } from '../support/exchange.ts'

const secret = 'the guarded bytes'
const root = createFolder({
  'admin/secret.txt': secret,
  'admin/index.html': secret,
  'x/admin/secret.txt': secret,
  'x/y.txt': 'y',
  'files/admin/secret.txt': secret,
  'files/a.txt': 'a',
  'a b.txt': 'space',
  'naïve.txt': 'non-ascii',
  'a#b?c[d].txt': 'reserved',
  'a+b&c=d,e;f@g.txt': 'sub-delims',
  'deep/a/b.txt': 'b',
  '@team/secret.txt': secret,
  'two words/secret.txt': secret,
  'admin\\secret.txt': secret,
  '%61dmin/open.txt': 'a name with a percent sign',
})

/** Other spellings of /admin/secret.txt that a file server reads as the same file. */
const spellings = [
  '/admin%2fsecret.txt',
  '/admin%2Fsecret.txt',
  '/%61dmin/secret.txt',
  '/%41dmin/secret.txt',
  '/adm%69n/secret.txt',
  '/%61%64%6d%69%6e/secret.txt',
  '/%61dmin/secret.txt?a=/admin',
  '/./admin/secret.txt',
  '/%2e/admin/secret.txt',
  '/.//admin/secret.txt',
  '//admin/secret.txt',
  '///admin//secret.txt',
  '/%2fadmin/secret.txt',
  '/%2Fadmin%2Fsecret.txt',
  '/x/../admin/secret.txt',
  '/x/%2e%2e/admin/secret.txt',
  '/x/.%2E/admin/secret.txt',
  '/x/..%2fadmin/secret.txt',
  '/x%2f..%2fadmin%2fsecret.txt',
  '/x/y/../../admin/secret.txt',
  '/nowhere/../admin/secret.txt',
  '/x/..//admin/./secret.txt',
  '/admin\\secret.txt',
  '/admin%5csecret.txt',
  '\\admin\\secret.txt',
  '/x/..\\admin/secret.txt',
  '/%61dmin/',
  '/%61dmin',
  '//admin/',
  'http://127.0.0.1/%61dmin/secret.txt',
  'http://127.0.0.1//admin/secret.txt',
]

const allowed: [path: string, body: string][] = [
  ['/a%20b.txt', 'space'],
  ['/na%C3%AFve.txt', 'non-ascii'],
  ['/na%c3%afve.txt', 'non-ascii'],
  ['/a%23b%3Fc%5Bd%5D.txt', 'reserved'],
  ['/a+b&c=d,e;f@g.txt', 'sub-delims'],
  ['/a%2Bb%26c%3Dd%2Ce%3Bf%40g.txt', 'sub-delims'],
  ['/x/y.txt', 'y'],
  ['/%78/y.txt', 'y'],
  ['//x//y.txt', 'y'],
  ['/x/./y.txt', 'y'],
  ['/deep%2fa%2fb.txt', 'b'],
  ['/%2561dmin/open.txt', 'a name with a percent sign'],
]

function guard(_req: Req, res: Res): void {
  res.statusCode = 401
  res.end('who are you?')
}

type App = { use(...args: unknown[]): void; get(...args: unknown[]): void }

describeDialects('webapp.static behind a guard', ['5.x', '4.x', '3.x'], (t) => {
  const app = () => t.app as unknown as App

  async function refusesAll(paths: readonly string[]): Promise<void> {
    for (const path of paths) {
      const { status, text } = await t.request(path)
      expect([path, text.includes(secret)]).toEqual([path, false])
      expect([path, [400, 401, 403, 404].includes(status)]).toEqual([path, true])
    }
  }

  it('does not send a guarded file for another spelling of its path', async () => {
    app().use('/admin', guard)
    app().use(t.webapp.static(root))
    await refusesAll(['/admin/secret.txt', ...spellings])
  })

  it('sends files with encoded names that no guard covers', async () => {
    app().use('/admin', guard)
    app().use(t.webapp.static(root))
    for (const [path, body] of allowed)
      expect([path, (await t.request(path)).text]).toEqual([path, body])
  })

  it('sends a file for every spelling if there is no guard', async () => {
    app().use(t.webapp.static(root))
    app().use('/admin', guard)
    for (const path of ['/%61dmin/secret.txt', '//admin/secret.txt', '/x/../admin/secret.txt']) {
      expect([path, (await t.request(path)).text]).toEqual([path, secret])
    }
  })

  it('sends the file for another spelling if the guard lets it pass', async () => {
    app().use('/%61dmin', (_req: Req, _res: Res, next: Next) => next())
    app().use(t.webapp.static(root))
    expect((await t.request('/%61dmin/secret.txt')).text).toBe(secret)
  })

  it('counts routes that handle the method', async () => {
    app().get('/admin/:name', guard)
    if (t.dialect === '3.x') app().use((t.app as unknown as { router: unknown }).router)
    app().use(t.webapp.static(root))
    await refusesAll(['/admin/secret.txt', ...spellings.filter((path) => path.endsWith('.txt'))])
  })

  it('does not count routes for other methods', async () => {
    ;(t.app as unknown as { post(...args: unknown[]): void }).post('/x/y.txt', guard)
    app().use(t.webapp.static(root))
    expect((await t.request('/%78/y.txt')).text).toBe('y')
  })

  it('counts a guard inside a mounted application', async () => {
    const sub = t.webapp() as unknown as App
    sub.use('/admin', guard)
    app().use('/files', sub)
    app().use(t.webapp.static(root))
    await refusesAll([
      '/files/admin/secret.txt',
      ...spellings.filter((path) => path.startsWith('/')).map((path) => `/files${path}`),
      '/%66iles/admin/secret.txt',
      '/files%2fadmin/secret.txt',
      '//files/admin/secret.txt',
      '/x/../files/admin/secret.txt',
    ])
    expect((await t.request('/%66iles/a.txt')).status).toBe(404)
    expect((await t.request('/files/%61.txt')).text).toBe('a')
  })

  it('counts a guard inside an application without a mount path', async () => {
    const sub = t.webapp() as unknown as App
    sub.use('/admin', guard)
    app().use(sub)
    app().use(t.webapp.static(root))
    await refusesAll(['/admin/secret.txt', ...spellings])
  })

  it('counts a guard before a file server that is mounted', async () => {
    app().use('/files/admin', guard)
    app().use('/files', t.webapp.static(root))
    await refusesAll([
      '/files/admin/secret.txt',
      ...spellings.filter((path) => path.startsWith('/')).map((path) => `/files${path}`),
    ])
    expect((await t.request('/files/a%20b.txt')).text).toBe('space')
  })

  it('counts a guard of an outer application before a file server of an inner one', async () => {
    const sub = t.webapp() as unknown as App
    sub.use(t.webapp.static(root))
    app().use('/files/admin', guard)
    app().use('/files', sub)
    await refusesAll([
      '/files/admin/secret.txt',
      ...spellings.filter((path) => path.startsWith('/')).map((path) => `/files${path}`),
    ])
  })

  it('counts guards whose path has characters that clients may encode', async () => {
    app().use('/@team', guard)
    app().use('/two%20words', guard)
    app().use(t.webapp.static(root))
    await refusesAll([
      '/@team/secret.txt',
      '/%40team/secret.txt',
      '/%40%74eam/secret.txt',
      '/two%20words/secret.txt',
      '/%74wo%20words/secret.txt',
      '/x/../two%20words/secret.txt',
    ])
  })

  it('counts guards that run after a middleware rewrote the URL', async () => {
    app().use('/admin', guard)
    app().use((req: Req, _res: Res, next: Next) => {
      req.url = req.url.replace(/^\/+/, '/')
      next()
    })
    app().use(t.webapp.static(root))
    await refusesAll(['//admin/secret.txt'])
  })

  it('finds guards in long lists', async () => {
    for (let at = 0; at < 40; at++) app().use(`/other-${at}`, guard)
    app().use('/admin', guard)
    app().use(t.webapp.static(root))
    await refusesAll(['/admin/secret.txt', ...spellings])
    expect((await t.request('/a%20b.txt')).text).toBe('space')
  })

  it('passes a 404 to next without fallthrough', async () => {
    app().use('/admin', guard)
    app().use(t.webapp.static(root, { fallthrough: false, redirect: false }))
    expect((await t.request('/%61dmin/secret.txt')).status).toBe(404)
  })

  it('applies to HEAD and to requests in memory', async () => {
    app().use('/admin', guard)
    app().use(t.webapp.static(root))
    expect((await t.request('/%61dmin/secret.txt', { method: 'HEAD' })).status).toBe(404)
    const inject = t.app as unknown as {
      inject(options: object): Promise<{ statusCode: number; payload: string }>
    }
    const answer = await inject.inject({ url: '/%61dmin/secret.txt' })
    expect(answer.statusCode).toBe(404)
  })

  it('applies to HTTP/2', async () => {
    app().use('/admin', guard)
    app().use(t.webapp.static(root))
    const server = createServer(t.app as never).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    try {
      const stream = client.request({ ':path': '/%61dmin/secret.txt' })
      stream.resume()
      const [headers] = (await once(stream, 'response')) as [Record<string, number>]
      expect(headers[':status']).toBe(404)
      await once(stream, 'close')
    } finally {
      client.close()
      server.close()
      await once(server, 'close')
    }
  })
})

// A folder in capitals stands for a file system that ignores case.
const folded = createFolder({ 'ADMIN/secret.txt': secret, 'ADMIN/open.txt': 'open', 'b.txt': 'b' })

describe.each(['v5', 'v4', 'v3'])('case-sensitive routing on macOS [%s]', (dialect) => {
  const { platform } = process

  afterEach(() => {
    Object.defineProperty(process, 'platform', { value: platform })
    vi.resetModules()
  })

  it('does not send a guarded file for a path in another case', async () => {
    vi.resetModules()
    Object.defineProperty(process, 'platform', { value: 'darwin' })
    const { webapp } = await import(`../../src/dialects/${dialect}/factory.ts`)
    const app = webapp()
    app.enable('case sensitive routing')
    app.get('/admin/secret.txt', guard)
    if (dialect === 'v3') app.use(app.router)
    app.use(webapp.static(folded))
    const server = app.listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as AddressInfo
      expect((await exchange(port, '/ADMIN/secret.txt')).status).toBe(404)
      expect((await exchange(port, '/ADMIN/open.txt')).text).toBe('open')
      expect((await exchange(port, '/b.txt')).text).toBe('b')
    } finally {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    }
  })
})
