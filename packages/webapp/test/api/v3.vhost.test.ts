import { createServer } from 'node:http'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('webapp.vhost(hostname, handle)', ['3.x'], (t) => {
  const ask = async (Host: string, path = '/') =>
    (await t.request(path, { headers: { Host } })).text

  it('passes requests of a host to an application, and others on', async () => {
    const site = t.webapp()
    site.get('/known', (_req, res) => res.send('site'))
    t.app.use(t.webapp.vhost('Site.test', site))
    t.app.use((_req, res) => res.send('next'))
    expect(await ask('site.test', '/known')).toBe('site')
    expect(await ask('SITE.TEST:80', '/known')).toBe('site')
    expect(await ask('site.test', '/unknown')).toBe('next')
    expect(await ask('a.site.test', '/known')).toBe('next')
    expect(await ask('siteXtest', '/known')).toBe('next')
  })

  it('matches any text for a star, and captures of a regular expression', async () => {
    const show = (req: unknown, res: { end(text: string): void }) =>
      res.end(JSON.stringify((req as { vhost: unknown }).vhost))
    t.app.use(t.webapp.vhost('*.a*.test', show))
    t.app.use(t.webapp.vhost(/(\w+)\.(com)/, show))
    t.app.use((_req, res) => res.send('next'))
    const found = (host: string, hostname = host) => ({ host, hostname, length: 0 })
    expect(JSON.parse(await ask('x.y.ab.test:1'))).toEqual(found('x.y.ab.test:1', 'x.y.ab.test'))
    expect(JSON.parse(await ask('.a.test'))).toEqual(found('.a.test'))
    expect(await ask('x.a')).toBe('next')
    expect(await ask('.a.tes')).toBe('next')
    expect(JSON.parse(await ask('Shop.COM'))).toEqual({
      ...found('Shop.COM'),
      0: 'Shop',
      1: 'COM',
      length: 2,
    })
    expect(await ask('shop.com.evil')).toBe('next')
  })

  it('does not let one star take text twice', async () => {
    t.app.use(
      t.webapp.vhost('aba*aba', (_req: unknown, res: { end(text: string): void }) =>
        res.end('yes'),
      ),
    )
    t.app.use((_req, res) => res.send('next'))
    expect(await ask('ababa')).toBe('next')
    expect(await ask('abaaba')).toBe('yes')
  })

  it('reads addresses of IPv6', async () => {
    t.app.use(
      t.webapp.vhost('[::1]', (_req: unknown, res: { end(text: string): void }) => res.end('six')),
    )
    t.app.use((_req, res) => res.send('next'))
    expect(await ask('[::1]:8080')).toBe('six')
    expect(await ask('[::1]')).toBe('six')
    expect(await ask('[::2]')).toBe('next')
  })

  it('takes a server', async () => {
    const server = createServer((_req, res) => res.end('server'))
    t.app.use(t.webapp.vhost('a.test', server as never))
    expect(await ask('a.test')).toBe('server')
  })

  it('matches names with many stars in linear time', async () => {
    t.app.use(t.webapp.vhost('*a*a*a*a*a*a*a*a*b', () => {}))
    t.app.use((_req, res) => res.send('next'))
    expect(await ask('a'.repeat(10_000))).toBe('next')
  })

  it('rejects what cannot handle requests', () => {
    expect(() => t.webapp.vhost('a', {} as never)).toThrow('argument handle must be a function')
    expect(() => t.webapp.vhost(undefined as never, () => {})).toThrow(
      'argument hostname is required',
    )
  })
})
