import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { api, contract, problemDetails, provides, route } from '../../src/contract.ts'
import type { RequestHandler } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'

const dialects = ['5.x', '4.x', '3.x'] as const

interface User {
  readonly name: string
}

const signedIn = provides<{ account: User }>((req, res, next) => {
  const name = req.get('x-account')
  if (name === undefined) res.status(401).end('Sign in first')
  else if (name === 'broken') next(new Error('The store of sessions failed'))
  else {
    req.account = { name }
    next()
  }
})
const isAdmin = provides<{ rank: number }, { account: User }>((req, res, next) => {
  req.rank = 1
  if (req.account.name === 'Ada') next()
  else res.status(403).end('Only for Ada')
})
const ada = { 'x-account': 'Ada' }
const ben = { 'x-account': 'Ben' }

describeDialects('provides(middleware)', dialects, (t) => {
  it('is for handlers of the same call', async () => {
    t.app.get('/me', signedIn, (req, res) => res.send(req.account.name))
    t.app.get('/admin', [signedIn, isAdmin], (req, res) =>
      res.send(`${req.account.name} ${req.rank}`),
    )
    const me = await t.request('/me', { headers: ada })
    expect([me.status, me.text]).toEqual([200, 'Ada'])
    expect((await t.request('/me')).status).toBe(401)
    const head = await t.request('/me', { headers: ada, method: 'HEAD' })
    expect([head.status, head.text, head.headers['content-length']]).toEqual([200, '', '3'])
    expect((await t.request('/admin', { headers: ada })).text).toBe('Ada 1')
    expect((await t.request('/admin', { headers: ben })).text).toBe('Only for Ada')
  })

  it('is beside a contract', async () => {
    const query = z.object({ page: z.coerce.number() })
    t.app.get('/notes', signedIn, contract({ query }), (req, res) => {
      res.send(`${req.account.name} ${req.query.page + 1}`)
    })
    t.app.use(problemDetails({ always: true }) as never)
    expect((await t.request('/notes?page=1', { headers: ada })).text).toBe('Ada 2')
    expect((await t.request('/notes?page=x', { headers: ada })).status).toBe(400)
    expect((await t.request('/notes?page=x')).status).toBe(401)
  })

  it('is for error handlers, also if it has failed itself', async () => {
    const fail: RequestHandler = (_req, _res, next) => next(new Error('late'))
    t.app.get('/', signedIn, fail, (err, req, res, _next) => {
      res.send(`${err.message} ${req.account?.name}`)
    })
    expect((await t.request('/', { headers: ada })).text).toBe('late Ada')
    const broken = await t.request('/', { headers: { 'x-account': 'broken' } })
    expect(broken.text).toBe('The store of sessions failed undefined')
  })

  it('is for sets of routes', async () => {
    const set = api(
      route('GET', '/me', signedIn, (req, res) => res.send(req.account.name)),
      route(
        'GET',
        '/admin',
        signedIn,
        isAdmin,
        contract({ responses: { 200: z.number() } }),
        (req, res) => {
          res.json(req.rank)
        },
      ),
    )
    t.app.use('/members', set as never)
    expect((await t.request('/members/me', { headers: ada })).text).toBe('Ada')
    expect((await t.request('/members/admin', { headers: ada })).json()).toBe(1)
    expect((await t.request('/members/admin', { headers: ben })).status).toBe(403)
  })

  it('is for an application that uses it', async () => {
    const members = t.webapp().use(signedIn)
    members.get('/me', (req, res) => res.send(req.account.name))
    const ranks = t.webapp().use(signedIn).use(isAdmin)
    ranks.get('/rank', (req, res) => res.send(`${req.account.name} ${req.rank}`))
    t.app.use('/members', members as never)
    t.app.use('/ranks', ranks as never)
    expect((await t.request('/members/me', { headers: ben })).text).toBe('Ben')
    expect((await t.request('/members/me')).status).toBe(401)
    expect((await t.request('/ranks/rank', { headers: ada })).text).toBe('Ada 1')
    expect((await t.request('/ranks/rank', { headers: ben })).status).toBe(403)
  })
})

describeDialects('router.use(provider)', ['5.x', '4.x'], (t) => {
  it('returns the router, whose handlers see what it adds', async () => {
    const router = t.webapp.Router()
    const members = router.use(signedIn)
    expect(members).toBe(router)
    members.get('/me', (req, res) => res.send(req.account.name))
    members.route('/rank').get(isAdmin, (req, res) => res.send(String(req.rank)))
    t.app.use('/members', members)
    expect((await t.request('/members/me', { headers: ada })).text).toBe('Ada')
    expect((await t.request('/members/rank', { headers: ben })).status).toBe(403)
    expect((await t.request('/members/rank', { headers: ada })).text).toBe('1')
  })
})

describe('provides', () => {
  it('returns the middleware itself', () => {
    const middleware: RequestHandler = (_req, _res, next) => next()
    expect(provides<{ account: User }>(middleware)).toBe(middleware)
    expect(Object.getOwnPropertyNames(signedIn).sort()).toEqual(['length', 'name'])
  })

  it.each([undefined, null, 'signedIn', {}, [signedIn]])('refuses %j', (given) => {
    expect(() => provides<{ account: User }>(given as never)).toThrow(
      'provides() takes middleware such as (req, res, next) => …, got',
    )
  })
})
