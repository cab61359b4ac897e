import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects('webapp.vhost(hostname, handle)', ['3.x'], (t) => {
  it('matches names with many stars in linear time', async () => {
    t.app.use(t.webapp.vhost('*a*a*a*a*a*a*a*a*b', () => {}))
    t.app.use((_req, res) => res.send('next'))
    const answer = await t.request('/', { headers: { Host: 'a'.repeat(10_000) } })
    expect(answer.text).toBe('next')
  })
})
