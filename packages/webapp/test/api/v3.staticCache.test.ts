import { expect, it } from 'vitest'
import { createFolder } from '../fixtures/folder.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('webapp.staticCache(options)', ['3.x'], (t) => {
  it('marks GET and HEAD without a range as a miss, as in 3.21', async () => {
    t.app.use(t.webapp.staticCache({ maxObjects: 1 }))
    t.app.use(t.webapp.static(createFolder({ 'a.txt': 'text' })))
    t.app.use((_req, res) => res.send('next'))
    const seen = async (method: string, headers = {}) =>
      (await t.request('/a.txt', { method, headers })).headers['x-cache']
    expect([await seen('GET'), await seen('GET'), await seen('HEAD')]).toEqual(
      Array.from({ length: 3 }, () => 'MISS'),
    )
    expect(await seen('POST')).toBeUndefined()
    expect(await seen('GET', { Range: 'bytes=0-1' })).toBeUndefined()
  })
})
