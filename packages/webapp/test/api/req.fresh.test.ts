import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const DATE = 'Sun, 06 Nov 1994 08:49:37 GMT'
const EARLIER = 'Sun, 06 Nov 1994 08:00:00 GMT'

describeDialects('req.fresh and req.stale', ['5.x', '4.x'], (t) => {
  it.each([
    ['the same entity tag', { 'If-None-Match': '"12345"' }, true],
    ['one tag of a list', { 'If-None-Match': '"1", W/"12345"' }, true],
    ['a star', { 'If-None-Match': '*' }, true],
    ['another entity tag', { 'If-None-Match': '"54321"' }, false],
    ['the same date', { 'If-Modified-Since': DATE }, true],
    ['an older date', { 'If-Modified-Since': EARLIER }, false],
    ['a date that is none', { 'If-Modified-Since': 'yesterday' }, false],
    ['no-cache', { 'If-None-Match': '"12345"', 'Cache-Control': 'no-cache' }, false],
    ['nothing', {}, false],
  ])('for %s is fresh: %j', async (_what, headers, fresh) => {
    t.app.get('/', (req, res) => {
      res.set({ ETag: '"12345"', 'Last-Modified': DATE })
      res.end(JSON.stringify([req.fresh, req.stale]))
    })
    const answer = await t.request('/', { headers: headers as Record<string, string> })
    expect(answer.json()).toEqual([fresh, !fresh])
  })

  it.each([
    ['GET', 200, true],
    ['HEAD', 200, true],
    ['GET', 299, true],
    ['GET', 304, true],
    ['GET', 199, false],
    ['GET', 300, false],
    ['GET', 404, false],
    ['POST', 200, false],
    ['DELETE', 200, false],
  ])('with the same tag, %s and status %i is fresh: %j', async (method, status, fresh) => {
    let seen: boolean | undefined
    t.app.use((req, res) => {
      res.set('ETag', '"1"').statusCode = status
      seen = req.fresh
      res.statusCode = 200
      res.end()
    })
    await t.request('/', { method, headers: { 'If-None-Match': '"1"' } })
    expect(seen).toBe(fresh)
  })
})

describeDialects('req.fresh with a tag that fits and an older date', ['5.x', '4.x'], (t) => {
  it('goes by the tag in 5.x, and by both in 4.x', async () => {
    t.app.get('/', (req, res) => {
      res.set({ ETag: '"12345"', 'Last-Modified': DATE })
      res.end(JSON.stringify(req.fresh))
    })
    const headers = { 'If-None-Match': '"12345"', 'If-Modified-Since': EARLIER }
    const fresh = { '5.x': true, '4.x': false }
    expect((await t.request('/', { headers })).json()).toBe(fresh[t.dialect])
  })
})
