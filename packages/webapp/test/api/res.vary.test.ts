import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { noticesOf } from '../support/notices.ts'

describeDialects('res.vary(field)', ['5.x', '4.x', '3.x'], (t) => {
  it('adds a field', async () => {
    t.app.get('/', (_req, res) => res.vary('Accept').end())
    expect((await t.request('/')).headers.vary).toBe('Accept')
  })

  it('adds a field once, whatever its case', async () => {
    t.app.get('/', (_req, res) => {
      res.vary('Accept').vary('accept').vary('Origin').vary(['Cookie', 'ACCEPT']).end()
    })
    expect((await t.request('/')).headers.vary).toBe('Accept, Origin, Cookie')
  })

  it('keeps a star alone', async () => {
    t.app.get('/', (_req, res) => res.vary('*').vary('Accept').end())
    expect((await t.request('/')).headers.vary).toBe('*')
  })

  it('sets nothing for an empty list', async () => {
    t.app.get('/', (_req, res) => res.vary([]).end())
    expect((await t.request('/')).headers.vary).toBeUndefined()
  })
})

describeDialects('res.vary() of 5.x', ['5.x'], (t) => {
  it('refuses a missing field', async () => {
    t.app.get('/', (_req, res) => res.vary(undefined as never).end())
    const answer = await t.request('/')
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('field argument is required')
  })
})

describeDialects('res.vary() of 4.x', ['4.x'], (t) => {
  it.each([
    ['a missing field', undefined],
    ['an empty field', ''],
    ['an empty list', []],
  ])('passes over %s, and tells so', async (_what, field) => {
    t.app.get('/', (_req, res) =>
      res
        .vary('Accept')
        .vary(field as never)
        .end(),
    )
    const notices = await noticesOf(async () => {
      expect((await t.request('/')).headers.vary).toBe('Accept')
    })
    // Told once for each place, and this is one.
    for (const notice of notices) expect(notice).toBe('res.vary(): Provide a field name')
  })

  it('is deprecated without a field', async () => {
    t.app.get('/', (_req, res) => res.vary(undefined as never).end())
    expect(await noticesOf(() => t.request('/'))).toEqual(['res.vary(): Provide a field name'])
  })
})
