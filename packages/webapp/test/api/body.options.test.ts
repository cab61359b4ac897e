import { describe, expect, it } from 'vitest'
import type { BodyParserOptions } from '../../src/types/v5/public.ts'
import { bodyOfSize, parsers } from '../fixtures/parsers.ts'
import { tellError } from '../fixtures/tell-error.ts'
import { describeDialects } from '../support/dialects.ts'

const strictOff = { strict: false }

describeDialects('options of every body parser', ['5.x', '4.x'], (t) => {
  describe.each(parsers)('webapp.$name', ({ name, type, body, parsed }) => {
    // What 4.x parsers leave where there is nothing to parse.
    const nothing: { body?: object } = t.dialect === '4.x' ? { body: {} } : {}
    const make = (options?: BodyParserOptions) => t.webapp[name](options)

    const post = (content: string | Uint8Array, contentType: string = type) =>
      t.request('/', { method: 'POST', body: content, headers: { 'content-type': contentType } })

    const postChunked = (content: string) =>
      t.raw(
        `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${content.length.toString(16)}\r\n${content}\r\n0\r\n\r\n`,
      )

    function echo(options?: BodyParserOptions): void {
      t.app.use(make(options))
      t.app.all('/', (req, res) => res.json({ body: req.body }))
      t.app.use(tellError)
    }

    it.each([undefined, null, {}])('may be %s', async (options) => {
      echo(options as never)
      expect((await post(body)).json()).toEqual({ body: parsed })
    })

    it('may have no prototype', async () => {
      echo(Object.assign(Object.create(null), { type }))
      expect((await post(body)).json()).toEqual({ body: parsed })
    })

    describe('limit', () => {
      it('is 100kb', async () => {
        t.app.use(make(strictOff as BodyParserOptions))
        t.app.post('/', (_req, res) => res.send('ok'))
        expect((await post(bodyOfSize(name, 102_400))).status).toBe(200)
        expect((await post(bodyOfSize(name, 102_401))).status).toBe(413)
      })

      it.each([
        [20, 20],
        ['20', 20],
        ['20b', 20],
        ['1kb', 1024],
        ['1KB', 1024],
        ['0.5kb', 512],
        [null, 102_400],
        [undefined, 102_400],
      ])('can be %j, which is %i bytes', async (limit, size) => {
        echo({ ...strictOff, limit: limit as never })
        expect((await post(bodyOfSize(name, size))).status).toBe(200)
        expect((await post(bodyOfSize(name, size + 1))).json()).toMatchObject({
          status: 413,
          limit: size,
        })
      })

      it('can be Infinity', async () => {
        echo({ ...strictOff, limit: Infinity })
        expect((await post(bodyOfSize(name, 300_000))).status).toBe(200)
      })

      it('can be 0, which lets nothing but emptiness in', async () => {
        echo({ ...strictOff, limit: 0 })
        expect((await post('')).status).toBe(200)
        expect((await post(body)).status).toBe(413)
      })

      it.each(['abc', Number.NaN, -1, '-1kb', {}, [], true, ''])('cannot be %j', (limit) => {
        expect(() => make({ limit: limit as never })).toThrow(/^option limit ".*" is invalid$/)
      })

      it('tells the declared length of what was refused', async () => {
        echo({ limit: 8 })
        const answer = await post(bodyOfSize(name, 100))
        expect(answer.status).toBe(413)
        expect(answer.json()).toMatchObject({
          message: 'request entity too large',
          type: 'entity.too.large',
          expose: true,
          expected: 100,
          length: 100,
          limit: 8,
        })
        expect(answer.json()).not.toHaveProperty('received')
      })

      it('counts what comes when no length is declared', async () => {
        echo({ limit: 8 })
        const bytes = await postChunked(bodyOfSize(name, 100))
        expect(bytes).toMatch(/^HTTP\/1\.1 413 /)
        expect(bytes).toContain('"message":"request entity too large"')
        expect(bytes).toContain('"type":"entity.too.large"')
        expect(bytes).toContain('"limit":8')
        expect(bytes).toContain('"received":100')
        expect(bytes).not.toContain('"length":')
      })
    })

    describe('type', () => {
      it.each([
        ['a media type', 'application/x-own', 'application/x-own'],
        ['an extension', 'bin', 'application/octet-stream'],
        ['a wildcard', 'text/*', 'text/x-own'],
        ['everything', '*/*', 'image/x-own; a=b'],
        ['a suffix', '+own', 'application/vnd.a+own'],
        ['a wildcard of the first half', '*/own', 'image/own'],
        ['a list', ['text/a', 'text/b'], 'text/b'],
        ['a list with extensions', ['png', 'html'], 'text/html'],
      ])('can be %s', async (_what, wanted, sent) => {
        echo({ type: wanted })
        expect((await post(body, sent)).json()).toEqual({ body: parsed })
        expect((await t.request('/', { method: 'POST', body })).json()).toEqual(nothing)
      })

      it('replaces the default', async () => {
        echo({ type: 'text/x-own' })
        expect((await post(body)).json()).toEqual(nothing)
      })

      it('can be a function, asked with the request', async () => {
        const asked: unknown[] = []
        echo({
          type: (req) => {
            asked.push(req.headers['content-type'])
            return req.headers['content-type']?.startsWith('text/yes') && 1
          },
        })
        expect((await post(body, 'text/yes')).json()).toEqual({ body: parsed })
        expect((await post(body, 'text/no')).json()).toEqual(nothing)
        expect(asked).toEqual(['text/yes', 'text/no'])
      })

      it('as a function also decides about a body without a type', async () => {
        echo({ type: () => true })
        const answer = await t.request('/', { method: 'POST', body })
        expect(answer.json()).toEqual({ body: parsed })
      })

      it('as a function is not asked when there is no body', async () => {
        let asked = false
        echo({
          type: () => {
            asked = true
          },
        })
        await t.request('/')
        expect(asked).toBe(false)
      })

      it('as a function that throws reaches the error handler', async () => {
        echo({
          type: () => {
            throw Object.assign(new Error('no idea'), { status: 418 })
          },
        })
        expect((await post(body)).json()).toMatchObject({ status: 418, message: 'no idea' })
      })
    })

    describe('verify', () => {
      it.each(['yes', 1, {}, true])('cannot be %j', (verify) => {
        expect(() => make({ verify: verify as never })).toThrow(
          new TypeError('option verify must be function'),
        )
      })

      it.each([undefined, null, false])('may be %s', async (verify) => {
        echo({ verify: verify as never })
        expect((await post(body)).json()).toEqual({ body: parsed })
      })

      it('sees request, response, bytes and charset before they are parsed', async () => {
        const seen: unknown[] = []
        echo({
          verify: (req, res, bytes, encoding) => {
            seen.push(req.method, res.headersSent, bytes, encoding, req.body)
          },
        })
        expect((await post(body)).status).toBe(200)
        expect(seen).toEqual([
          'POST',
          false,
          Buffer.from(body),
          name === 'raw' ? null : 'utf-8',
          nothing.body,
        ])
      })

      it('refuses the body by throwing', async () => {
        echo({
          verify: () => {
            throw new Error('not signed')
          },
        })
        const answer = await post(body)
        expect(answer.status).toBe(403)
        expect(answer.json()).toMatchObject({
          message: 'not signed',
          type: 'entity.verify.failed',
          expose: true,
          body: { type: 'Buffer', data: [...Buffer.from(body)] },
        })
      })

      it('may give its error a status and a type', async () => {
        echo({
          verify: () => {
            throw Object.assign(new Error('x'), { status: 418, type: 'tea.pot' })
          },
        })
        const answer = await post(body)
        expect(answer.status).toBe(418)
        expect(answer.json()).toMatchObject({ type: 'tea.pot' })
      })

      it.each([[null], ['text'], [undefined], [42]])(
        'may throw %j, which is an error all the same',
        async (thrown) => {
          let ran = false
          t.app.use(
            make({
              verify: () => {
                throw thrown
              },
            }),
          )
          t.app.post('/', (_req, res) => {
            ran = true
            res.end()
          })
          expect((await post(body)).status).toBeGreaterThanOrEqual(400)
          expect(ran).toBe(false)
        },
      )
    })

    describe('inflate', () => {
      it('false refuses compressed bodies', async () => {
        echo({ inflate: false })
        const answer = await t.request('/', {
          method: 'POST',
          body,
          headers: { 'content-type': type, 'content-encoding': 'GZip' },
        })
        expect(answer.status).toBe(415)
        expect(answer.json()).toMatchObject({
          message: 'content encoding unsupported',
          type: 'encoding.unsupported',
          encoding: 'gzip',
          expose: true,
        })
      })

      it('false accepts plain ones', async () => {
        echo({ inflate: false })
        const headers = { 'content-type': type, 'content-encoding': 'identity' }
        expect((await t.request('/', { method: 'POST', body, headers })).status).toBe(200)
      })
    })
  })
})
