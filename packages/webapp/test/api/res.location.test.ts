import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('res.location(url)', ['5.x', '4.x'], (t) => {
  it.each([
    ['http://google.com/', 'http://google.com/'],
    ['/a b', '/a%20b'],
    ['https://google.com?q=\u2603 §10', 'https://google.com?q=%E2%98%83%20%C2%A710'],
    ['/%20x', '/%20x'],
    ['/%zz', '/%25zz'],
    ['', ''],
    ['../x', '../x'],
    ['http://google.com\\@apple.com', 'http://google.com\\@apple.com'],
    ['https://a\\.evil.com', 'https://a\\.evil.com'],
    ['/\\evil.com', '/\\evil.com'],
    ['//evil.com', '//evil.com'],
    ['/\ud800', '/%EF%BF%BD'],
  ])('sends %j as %j', async (url, expected) => {
    t.app.get('/', (_req, res) => res.location(url).end())
    expect((await t.request('/')).headers.location).toBe(expected)
  })

  it('encodes line breaks', async () => {
    t.app.get('/', (_req, res) => res.location('/\r\nX-Evil: 1').end())
    const { headers } = await t.request('/')
    expect(headers.location).toBe('/%0D%0AX-Evil:%201')
    expect(headers['x-evil']).toBeUndefined()
  })

  it('makes a string of an object with an address', async () => {
    t.app.get('/', (_req, res) => res.location(new URL('http://a.com/x') as never).end())
    expect((await t.request('/')).headers.location).toBe('http://a.com/x')
  })
})

describeDialects("res.location('back')", ['5.x'], (t) => {
  it('is an address like others', async () => {
    t.app.get('/', (_req, res) => res.location('back').end())
    expect((await t.request('/')).headers.location).toBe('back')
  })
})

describeDialects("res.location('back')", ['4.x'], (t) => {
  it.each([
    ['Referrer', { Referrer: '/there' }, '/there'],
    ['Referer', { Referer: 'http://a.com/x y' }, 'http://a.com/x%20y'],
    ['nothing', {}, '/'],
  ])('goes where %s says', async (_what, headers, location) => {
    t.app.get('/', (_req, res) => res.location('back').end())
    const options = { headers: headers as Record<string, string> }
    expect((await t.request('/', options)).headers.location).toBe(location)
  })

  it('is deprecated', async () => {
    t.app.get('/', (_req, res) => res.location('back').end())
    expect(await noticesOf(() => t.request('/'))).toEqual([
      'res.location("back"): use res.location(req.get("Referrer") || "/") and refer to ' +
        'https://dub.sh/security-redirect for best practices',
    ])
  })
})
