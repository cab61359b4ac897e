import { brotliCompressSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import {
  bodyParser,
  json,
  urlencoded,
} from '../../../../../src/dialects/v3/middleware/body-parser.ts'
import { noticesOf } from '../../../../support/notices.ts'
import { serve, setUpServers, tell } from './chain.ts'
import { post as postForm } from './form.ts'

setUpServers()

const post = (type: string, body: string | Uint8Array, headers = {}) => ({
  method: 'POST',
  headers: { 'content-type': type, ...headers },
  body,
})
const JSON_TYPE = 'application/json'
const FORM_TYPE = 'application/x-www-form-urlencoded'
const seen = tell((req) => ({ body: req.body, files: req.files, _body: req._body }))

describe('json() of 3.x', () => {
  it('parses JSON and types that end in +json', async () => {
    const { request } = await serve(json(), seen)
    for (const type of [JSON_TYPE, 'application/vnd.api+json']) {
      const answer = await request('/', post(type, '{"a":1}'))
      expect(answer.json()).toEqual({ body: { a: 1 }, _body: true })
    }
  })

  it('gives an empty body to what it does not parse, and to an empty request', async () => {
    const { request } = await serve(json(), seen)
    expect((await request()).json()).toEqual({ body: {} })
    expect((await request('/', post('text/plain', 'a'))).json()).toEqual({ body: {} })
    expect((await request('/', post(JSON_TYPE, ''))).json()).toEqual({ body: {}, _body: true })
  })

  it.each(['1', '"a"', '  ', 'x'])('calls %j invalid json when strict', async (text) => {
    const { request } = await serve(json(), seen)
    const answer = await request('/', post(JSON_TYPE, text))
    expect(answer.status).toBe(400)
    expect(answer.json()).toMatchObject({ message: 'invalid json' })
  })

  it('keeps the message of the runtime for a broken object, and takes scalars unless strict', async () => {
    const strict = await serve(json(), seen)
    const broken = await strict.request('/', post(JSON_TYPE, '{"a"'))
    expect(broken.json()).toMatchObject({ status: 400, message: expect.stringContaining('JSON') })
    const loose = await serve(json({ strict: false }), seen)
    expect((await loose.request('/', post(JSON_TYPE, '1'))).json()).toMatchObject({ body: 1 })
  })

  it('takes a megabyte and no byte more', async () => {
    const { request } = await serve(json(), seen)
    const text = (length: number) => JSON.stringify(['x'.repeat(length - 4)])
    expect((await request('/', post(JSON_TYPE, text(1_048_576)))).status).toBe(200)
    expect((await request('/', post(JSON_TYPE, text(1_048_577)))).status).toBe(413)
  })

  it('calls the reviver, and verify with a notice', async () => {
    const reviver = (_: string, value: unknown) => (value === 1 ? 2 : value)
    const revived = await serve(json({ reviver }), seen)
    expect((await revived.request('/', post(JSON_TYPE, '[1]'))).json()).toMatchObject({ body: [2] })
    const verify = (_req: unknown, _res: unknown, ...given: unknown[]) => {
      throw new Error(`refused ${JSON.stringify(given)}`)
    }
    const notices = await noticesOf(async () => {
      const { request } = await serve(json({ verify }), seen)
      const answer = await request('/', post(JSON_TYPE, '["ü"]'))
      expect(answer.json()).toMatchObject({ status: 403, message: 'refused ["[\\"ü\\"]"]' })
    })
    expect(notices).toEqual(['json.verify: use body-parser module for verify'])
  })

  it('survives broken and unknown compression', async () => {
    const { request } = await serve(json(), seen)
    const send = (coding: string, body: Uint8Array) =>
      request('/', post(JSON_TYPE, body, { 'content-encoding': coding }))
    const whole = gzipSync('{"a":1}')
    expect((await send('gzip', whole)).json()).toMatchObject({ body: { a: 1 } })
    expect((await send('gzip', Buffer.from('no gzip'))).status).toBe(400)
    expect((await send('gzip', whole.subarray(0, -9))).status).toBe(400)
    expect((await send('br', brotliCompressSync('{}'))).status).toBe(415)
    expect((await send('gzip', gzipSync(Buffer.alloc(20_000_000, 32)))).status).toBe(413)
  })

  // 3.21.2 takes any limit then.
  it('refuses a limit that is none when it is made', () => {
    expect(() => json({ limit: 'abc' })).toThrow(TypeError)
    expect(() => urlencoded({ limit: -1 })).toThrow(TypeError)
    expect(() => bodyParser({ limit: Number.NaN })).toThrow(TypeError)
  })
})

describe('urlencoded() of 3.x', () => {
  it('reads nested names unless told not to, without a notice', async () => {
    const notices = await noticesOf(async () => {
      const nested = await serve(urlencoded(), seen)
      const flat = await serve(urlencoded({ extended: false }), seen)
      const form = post(FORM_TYPE, 'a[b]=1&c[]=2')
      expect((await nested.request('/', form)).json()).toMatchObject({
        body: { a: { b: '1' }, c: ['2'] },
      })
      expect((await flat.request('/', form)).json()).toMatchObject({
        body: { 'a[b]': '1', 'c[]': '2' },
      })
    })
    expect(notices).toEqual([])
  })

  it('bounds size, parameters and depth', async () => {
    const { request } = await serve(urlencoded(), seen)
    const statusOf = async (body: string) => (await request('/', post(FORM_TYPE, body))).status
    expect(await statusOf(`a=${'x'.repeat(900_000)}`)).toBe(200)
    expect(await statusOf(`a=${'x'.repeat(1_100_000)}`)).toBe(413)
    expect(await statusOf('a=1&'.repeat(1001))).toBe(413)
    expect(await statusOf(`a${'[b]'.repeat(40)}=1`)).toBe(400)
  })

  it('pollutes nothing', async () => {
    const { request } = await serve(urlencoded(), seen)
    await request(
      '/',
      post(FORM_TYPE, '__proto__[p]=1&a[__proto__][p]=1&constructor[prototype][p]=1'),
    )
    expect(({} as { p?: unknown }).p).toBeUndefined()
  })
})

describe('bodyParser()', () => {
  it('parses JSON, forms and forms with files', async () => {
    const { request } = await serve(bodyParser(), seen)
    expect((await request('/', post(JSON_TYPE, '{"a":1}'))).json()).toEqual({
      body: { a: 1 },
      _body: true,
    })
    expect((await request('/', post(FORM_TYPE, 'a=1'))).json()).toEqual({
      body: { a: '1' },
      _body: true,
    })
    const answer = await request('/', postForm({ name: 'a', value: '1' }))
    expect(answer.json()).toEqual({ body: { a: '1' }, files: {}, _body: true })
  })

  it('gives empty objects to requests without a body, and leaves others alone', async () => {
    const { request } = await serve(bodyParser(), seen)
    expect((await request()).json()).toEqual({ body: {}, files: {} })
    expect((await request('/', post('text/plain', 'a'))).json()).toEqual({ body: {}, files: {} })
  })

  it('holds all parsers to one limit', async () => {
    const { request } = await serve(bodyParser({ limit: 50 }), seen)
    const long = 'x'.repeat(60)
    expect((await request('/', post(JSON_TYPE, `["${long}"]`))).status).toBe(413)
    expect((await request('/', post(FORM_TYPE, `a=${long}`))).status).toBe(413)
    expect((await request('/', postForm({ name: 'a', value: long }))).status).toBe(413)
  })
})
