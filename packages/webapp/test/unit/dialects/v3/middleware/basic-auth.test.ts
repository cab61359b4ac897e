import { describe, expect, it } from 'vitest'
import { basicAuth } from '../../../../../src/dialects/v3/middleware/basic-auth.ts'
import { serve, setUpServers, tell } from './chain.ts'

setUpServers()

const encode = (pair: string) => `Basic ${Buffer.from(pair).toString('base64')}`
const seen = tell((req) => ({ user: req.user, remoteUser: req.remoteUser }))

async function ask(middleware: ReturnType<typeof basicAuth>, authorization?: string) {
  const { request } = await serve(middleware, seen)
  return request('/', { headers: authorization === undefined ? {} : { authorization } })
}

describe('basicAuth()', () => {
  it('lets the right pair in', async () => {
    const answer = await ask(basicAuth('tj', 'tobi'), encode('tj:tobi'))
    expect(answer.json()).toEqual({ user: 'tj', remoteUser: 'tj' })
  })

  it.each([undefined, 'tj:wrong', 'tj:', ':', 'other:tobi', 'tj:tobi:more', 'tj:tobi\n'])(
    'asks again for %j',
    async (pair) => {
      const answer = await ask(basicAuth('tj', 'tobi'), pair && encode(pair))
      expect(answer.status).toBe(401)
      expect(answer.text).toBe('Unauthorized')
      expect(answer.headers['www-authenticate']).toBe('Basic realm="Authorization Required"')
    },
  )

  it.each(['Basic ***', encode('no colon')])('asks again for %j', async (authorization) => {
    expect((await ask(basicAuth('tj', 'tobi'), authorization)).status).toBe(401)
  })

  it.each(['Basic', 'Bearer x', `${encode('tj:tobi')} x`])(
    'passes 400 on for %j',
    async (authorization) => {
      const answer = await ask(basicAuth('tj', 'tobi'), authorization)
      expect(answer.json()).toMatchObject({ status: 400, message: 'Bad Request' })
    },
  )

  it('keeps colons in passwords, and takes passwords of any charset', async () => {
    const answer = await ask(basicAuth('tj', 'a:ü'), encode('tj:a:ü'))
    expect(answer.status).toBe(200)
  })

  it('shows another realm', async () => {
    const pair = await ask(basicAuth('tj', 'tobi', 'Cats'))
    expect(pair.headers['www-authenticate']).toBe('Basic realm="Cats"')
    const decided = await ask(basicAuth(() => false, 'Dogs'))
    expect(decided.headers['www-authenticate']).toBe('Basic realm="Dogs"')
  })

  it('asks a function that answers at once', async () => {
    const verify = (user: string, password: string) => user === 'tj' && password === 'tobi'
    expect((await ask(basicAuth(verify), encode('tj:tobi'))).json()).toEqual({
      user: 'tj',
      remoteUser: 'tj',
    })
    expect((await ask(basicAuth(verify), encode('tj:x'))).status).toBe(401)
  })

  // 3.21.2 lets everybody in: a promise is true.
  it('waits for a promise', async () => {
    const verify = async (user: string, password: string) => user === 'tj' && password === 'tobi'
    expect((await ask(basicAuth(verify), encode('tj:tobi'))).json()).toMatchObject({ user: 'tj' })
    expect((await ask(basicAuth(verify), encode('tj:x'))).status).toBe(401)
    const failing = () => Promise.reject(new Error('database'))
    expect((await ask(basicAuth(failing), encode('tj:x'))).json()).toMatchObject({
      message: 'database',
    })
  })

  it('asks a function with a callback, and takes the user that it gives', async () => {
    const verify = basicAuth((user, _password, done) => {
      setImmediate(done, null, user === 'tj' && { name: 'TJ' })
    })
    const expected = { user: { name: 'TJ' }, remoteUser: { name: 'TJ' } }
    expect((await ask(verify, encode('tj:x'))).json()).toEqual(expected)
    expect((await ask(verify, encode('x:x'))).status).toBe(401)
    const failing = basicAuth((_user, _password, done) => done(new Error('database'), 'tj'))
    expect((await ask(failing, encode('tj:x'))).status).toBe(401)
  })

  it('answers once to a callback that is called twice', async () => {
    const twice = basicAuth((user, _password, done) => {
      done(null, user)
      done(null, undefined)
    })
    expect((await ask(twice, encode('tj:x'))).status).toBe(200)
  })

  it('passes a throw on', async () => {
    const throwing = basicAuth(() => {
      throw new Error('oops')
    })
    expect((await ask(throwing, encode('tj:x'))).json()).toMatchObject({ message: 'oops' })
  })

  it('asks nobody who is known already', async () => {
    const known = (req: { user?: unknown }, _: unknown, next: () => void) => {
      req.user = 'known'
      next()
    }
    const { request } = await serve(known, basicAuth('tj', 'tobi'), seen)
    expect((await request()).json()).toEqual({ user: 'known' })
  })

  it('refuses half a pair when it is made', () => {
    expect(() => basicAuth('tj')).toThrow('password argument required')
    expect(() => basicAuth(undefined as never)).toThrow(TypeError)
  })
})
