import { describe, expect, it } from 'vitest'
import { methodOverride } from '../../../../../src/dialects/v3/middleware/method-override.ts'
import { query } from '../../../../../src/dialects/v3/middleware/query.ts'
import { noticesOf } from '../../../../support/notices.ts'
import { serve, setUpServers, tell } from './chain.ts'

setUpServers()

const seen = tell((req, res) => ({
  method: req.method,
  original: req.originalMethod,
  body: req.body,
  vary: res.getHeader('vary'),
}))
const withBody = (body: unknown) => (req: { body?: unknown }, _: unknown, next: () => void) => {
  req.body = body
  next()
}

describe('methodOverride()', () => {
  it('takes the method from the body, and the field out of it', async () => {
    const { request } = await serve(withBody({ _method: 'delete', a: 1 }), methodOverride(), seen)
    expect((await request('/', { method: 'POST' })).json()).toEqual({
      method: 'DELETE',
      original: 'POST',
      body: { a: 1 },
      vary: 'X-HTTP-Method-Override',
    })
  })

  it('takes another field', async () => {
    const { request } = await serve(withBody({ _method: 'x', m: 'put' }), methodOverride('m'), seen)
    expect((await request('/', { method: 'POST' })).json()).toEqual(
      expect.objectContaining({ method: 'PUT', original: 'POST', body: { _method: 'x' } }),
    )
  })

  it('takes the method from the header, which wins', async () => {
    const { request } = await serve(withBody({ _method: 'delete' }), methodOverride(), seen)
    const options = { method: 'POST', headers: { 'x-http-method-override': 'patch, PUT' } }
    expect((await request('/', options)).json()).toEqual(
      expect.objectContaining({ method: 'PATCH', original: 'POST', body: {} }),
    )
  })

  it.each(['<script>', '', 'constructor', ['put'], { toString: 1 }, null])(
    'stays with the method for %j',
    async (method) => {
      const { request } = await serve(withBody({ _method: method }), methodOverride(), seen)
      expect((await request('/', { method: 'POST' })).json()).toEqual(
        expect.objectContaining({ method: 'POST', original: 'POST', body: {} }),
      )
    },
  )

  // 3.21.2 overrides every method.
  it('leaves GET alone unless asked', async () => {
    const options = { headers: { 'x-http-method-override': 'DELETE' } }
    const careful = await serve(methodOverride(), seen)
    expect((await careful.request('/', options)).json()).toMatchObject({
      method: 'GET',
      original: 'GET',
    })
    for (const methods of [null, ['get']]) {
      const { request } = await serve(methodOverride('_method', { methods }), seen)
      expect((await request('/', options)).json()).toMatchObject({
        method: 'DELETE',
        original: 'GET',
      })
    }
  })

  it('gives the notice of the original', async () => {
    const notices = await noticesOf(() => methodOverride())
    expect(notices).toEqual(['methodOverride: use method-override npm module instead'])
  })
})

describe('query()', () => {
  it('parses the query unless somebody has', async () => {
    const seenQuery = tell((req) => req.query)
    const { request } = await serve(query(), seenQuery)
    expect((await request('/?a[b]=1&c[]=2')).json()).toEqual({ a: { b: '1' }, c: ['2'] })
    expect((await request('/')).json()).toEqual({})
    const first = (req: { query?: unknown }, _: unknown, next: () => void) => {
      req.query = { mine: 1 }
      next()
    }
    const second = await serve(first, query(), seenQuery)
    expect((await second.request('/?a=1')).json()).toEqual({ mine: 1 })
  })
})
