import { sign } from 'cookie-signature'
import { describe, expect, it } from 'vitest'
import { cookieParser } from '../../../../../src/dialects/v3/middleware/cookie-parser.ts'
import { serve, setUpServers, tell } from './chain.ts'

setUpServers()

const seen = tell((req) => ({
  cookies: req.cookies,
  signed: req.signedCookies,
  secret: req.secret,
}))
const signed = (value: string) => encodeURIComponent(`s:${sign(value, 'secret')}`)

async function read(cookie: string, ...args: Parameters<typeof cookieParser>) {
  const { request } = await serve(cookieParser(...args), seen)
  const answer = await request('/', { headers: { cookie } })
  expect(answer.status).toBe(200)
  return answer.json() as { cookies: object; signed: object; secret?: string }
}

describe('cookieParser()', () => {
  it('gives empty tables to a request without cookies', async () => {
    const { request } = await serve(cookieParser('secret'), seen)
    expect((await request()).json()).toEqual({ cookies: {}, signed: {}, secret: 'secret' })
  })

  it('reads cookies, the first of each name, quotes and bad escapes too', async () => {
    const { cookies } = await read('a=1; b=%41; c=%zz; d="q"; a=2; e; f=')
    expect(cookies).toEqual({ a: '1', b: 'A', c: '%zz', d: 'q', f: '' })
  })

  it('reads JSON cookies, and leaves broken ones as they are', async () => {
    const { cookies } = await read('a=j:{"b":1}; c=j:bad; d=j:')
    expect(cookies).toEqual({ a: { b: 1 }, c: 'j:bad', d: 'j:' })
  })

  it('moves signed cookies, false for what was tampered with', async () => {
    const cookie = `a=${signed('v')}; b=${signed('v')}x; c=${signed('j:{"d":1}')}; e=1; f=s:; g=s:x`
    const { cookies, signed: own } = await read(cookie, 'secret')
    expect(own).toEqual({ a: 'v', b: false, c: { d: 1 }, f: false, g: false })
    expect(cookies).toEqual({ e: '1' })
  })

  it('leaves signed cookies alone without a secret', async () => {
    const { cookies, signed: own } = await read(`a=${signed('v')}`)
    expect(own).toEqual({})
    expect(cookies).toEqual({ a: `s:${sign('v', 'secret')}` })
  })

  it('takes another decoder', async () => {
    const { cookies } = await read('a=1', undefined, { decode: (text) => `${text}!` })
    expect(cookies).toEqual({ a: '1!' })
  })

  // 3.21.2 drops them too.
  it('drops the names of what every object has', async () => {
    const hostile = '__proto__=j:{"p":1}; constructor=1; hasOwnProperty=2; toString=3'
    const { cookies } = await read(`${hostile}; a=j:{"__proto__":{"p":1}}`)
    expect(Object.keys(cookies)).toEqual(['a'])
    expect(({} as { p?: unknown }).p).toBeUndefined()
    expect((await read(`__proto__=${signed('v')}`, 'secret')).signed).toEqual({})
  })

  it('reads many cookies', async () => {
    const { request } = await serve(
      cookieParser('secret'),
      tell((req) => Object.keys(req.cookies as object).length),
    )
    const cookie = Array.from({ length: 1500 }, (_, index) => `c${index}=${index}`).join('; ')
    expect((await request('/', { headers: { cookie } })).json()).toBe(1500)
  })

  it('leaves cookies that somebody else has read', async () => {
    const first = (req: { cookies?: object }, _: unknown, next: () => void) => {
      req.cookies = { mine: 1 }
      next()
    }
    const { request } = await serve(first, cookieParser('secret'), seen)
    expect((await request('/', { headers: { cookie: 'a=1' } })).json()).toEqual({
      cookies: { mine: 1 },
    })
  })

  it('has its parts as members, and refuses a secret that is no text', () => {
    expect(cookieParser.JSONCookie('j:[1]')).toEqual([1])
    expect(cookieParser.JSONCookie('x')).toBeUndefined()
    expect(cookieParser.JSONCookies({ a: 'j:[1]', b: 'x' })).toEqual({ a: [1], b: 'x' })
    expect(cookieParser.signedCookie(`s:${sign('v', 'k')}`, 'k')).toBe('v')
    expect(cookieParser.signedCookie('x', 'k')).toBe('x')
    expect(cookieParser.signedCookies({ a: `s:${sign('v', 'k')}`, b: 'x' }, 'k')).toEqual({
      a: 'v',
    })
    expect(() => cookieParser(['a'] as never)).toThrow(TypeError)
    expect([cookieParser.name, cookieParser.length]).toEqual(['cookieParser', 2])
  })
})
