import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'

const root = createFolder({
  'dir/index.html': '<p>dir</p>',
  'foo bar/index.html': 'x',
  'evil.com/sub/index.html': 'x',
  'snow ☃/index.html': 'x',
  '<script>/index.html': 'x',
})
mkdirSync(join(root, '\\evil.com'), { recursive: true })

describeDialects('directories under webapp.static', ['5.x', '4.x'], (t) => {
  it('are redirected to their slash', async () => {
    t.app.use(t.webapp.static(root))
    const answer = await t.request('/dir')
    expect(answer.status).toBe(301)
    expect(answer.headers).toMatchObject({
      location: '/dir/',
      'content-type': 'text/html; charset=UTF-8',
      'content-security-policy': "default-src 'none'",
      'x-content-type-options': 'nosniff',
      'content-length': String(answer.body.length),
    })
    expect(answer.text).toContain('Redirecting to /dir/')
  })

  it('answer HEAD alike', async () => {
    t.app.use(t.webapp.static(root))
    const answer = await t.request('/dir', { method: 'HEAD' })
    expect([answer.status, answer.headers.location]).toEqual([301, '/dir/'])
  })

  it.each([
    ['/dir?a=1&b=2', '/dir/?a=1&b=2'],
    ['/dir?', '/dir/?'],
    ['/foo%20bar', '/foo%20bar/'],
    ['/snow%20%E2%98%83', '/snow%20%E2%98%83/'],
    ['/dir?to=//evil.com', '/dir/?to=//evil.com'],
    ['/dir/../dir', '/dir/../dir/'],
    ['/evil.com/sub?x#y', '/evil.com/sub/?x#y'],
  ])('%s is redirected to %s', async (path, location) => {
    t.app.use(t.webapp.static(root))
    expect((await t.request(path)).headers.location).toBe(location)
  })

  it('escape what came from outside in the page', async () => {
    t.app.use(t.webapp.static(root))
    const answer = await t.request('/dir?x=<y>"\'')
    expect(answer.headers.location).toMatch(/^\/dir\/\?x=(?:<y>|%3Cy%3E)/)
    expect(answer.text).not.toContain('<y>')
    const script = await t.request('/%3Cscript%3E')
    expect(script.headers.location).toBe('/%3Cscript%3E/')
    expect(script.text).not.toContain('<script>')
  })

  it.each([
    '//evil.com/sub',
    '///evil.com/sub',
    '//evil.com/%2e%2e',
    '//evil.com/..',
    '//evil.com/sub/%2e%2e',
    '//dir',
    '////dir',
    '/%5cevil.com',
    '//%5cevil.com',
    '/\\evil.com',
    '//\\evil.com',
    '/\\/evil.com/sub',
    '//user@evil.com/sub/..',
    '//evil.com/%2e%2e?//x',
    '//evil.com//..',
    '/./dir',
    '/.//evil.com/sub',
  ])('never lead to another host: %s', async (path) => {
    t.app.use(t.webapp.static(root))
    const bytes = await t.raw(`GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
    const location = bytes.match(/^location: (.*)$/im)?.[1]
    if (location === undefined) return
    expect(location).toMatch(/^\/(?![/\\])/)
    expect(new URL(location, 'http://own.example/').host).toBe('own.example')
  })

  it('never lead to another host when a mount hides the slashes', async () => {
    t.app.use('/', t.webapp.Router().use(t.webapp.static(root)))
    t.app.use('//evil.com', t.webapp.static(root))
    for (const path of ['//evil.com/dir', '//evil.com', '///evil.com/dir']) {
      const { location } = (await t.request(path)).headers
      if (location !== undefined) expect(location).toMatch(/^\/(?![/\\])/)
    }
  })

  it('stay on the host of the request when the target is in absolute form', async () => {
    t.app.use(t.webapp.static(root))
    const bytes = await t.raw(
      'GET http://evil.com/dir HTTP/1.1\r\nHost: own.example\r\nConnection: close\r\n\r\n',
    )
    expect(bytes).toMatch(/^location: \/dir\/\r$/im)
  })

  it('take no line break from the target', async () => {
    t.app.use(t.webapp.static(root))
    const answer = await t.request('/dir%0d%0aX-Evil:%201')
    expect(answer.headers).not.toHaveProperty('x-evil')
    expect(answer.status).toBe(404)
  })

  it('are not redirected with redirect: false', async () => {
    t.app.use(t.webapp.static(root, { redirect: false }))
    expect((await t.request('/dir')).status).toBe(404)
    expect((await t.request('/dir/')).text).toBe('<p>dir</p>')
  })

  it('are an error with redirect: false when nothing falls through', async () => {
    t.app.use(t.webapp.static(root, { redirect: false, fallthrough: false }))
    expect((await t.request('/dir')).status).toBe(404)
  })
})
