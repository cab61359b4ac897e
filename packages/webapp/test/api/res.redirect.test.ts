import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const _TEXT = { headers: { Accept: 'text/plain' } }
const _HTML = { headers: { Accept: 'text/html' } }

describeDialects('the setting "strict redirects"', ['5.x', '4.x', '3.x'], (t) => {
  it.each(['//evil.com', '/\\evil.com', '//', '/\\/evil.com'])('refuses %s', async (url) => {
    t.app.enable('strict redirects')
    t.app.get('/', (_req, res) => res.redirect(url))
    const answer = await t.request('/')
    expect([answer.status, answer.headers.location]).toEqual([500, undefined])
    expect(answer.text).toContain('leads to another host')
  })

  it.each(['/a', '/a//b', 'http://other.com/', '/?//'])('lets %s pass', async (url) => {
    t.app.enable('strict redirects')
    t.app.get('/', (_req, res) => res.redirect(url))
    expect((await t.request('/')).headers.location).toBe(url)
  })

  it('is inherited by mounted applications', async () => {
    const sub = t.webapp()
    sub.get('/', (_req: unknown, res: { redirect(url: string): void }) =>
      res.redirect('//evil.com'),
    )
    t.app.enable('strict redirects')
    t.app.use('/sub', sub as never)
    expect((await t.request('/sub')).status).toBe(500)
  })
})
