import zlib from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Response } from '../../src/types/v5/public.ts'
import { parsers } from '../fixtures/parsers.ts'
import { tellError } from '../fixtures/tell-error.ts'
import { describeDialects } from '../support/dialects.ts'

type Compress = (body: Uint8Array) => Buffer

// Node has zstd from 22.15 on. Until 24 it takes a body that was cut for a whole one.
const { zstdCompressSync } = zlib as { zstdCompressSync?: Compress }
const hasSafeZstd =
  zstdCompressSync !== undefined && Number.parseInt(process.versions.node, 10) >= 24
const codings: [string, Compress][] = [
  ['gzip', (body) => zlib.gzipSync(body)],
  ['deflate', (body) => zlib.deflateSync(body)],
  ['br', (body) => zlib.brotliCompressSync(body, { params: quick })],
  ...(zstdCompressSync && hasSafeZstd
    ? ([['zstd', zstdCompressSync]] as [string, Compress][])
    : []),
]
const quick = { [zlib.constants.BROTLI_PARAM_QUALITY]: 4 }

const bombs = new Map(
  codings.map(([coding, compress]) => [coding, compress(Buffer.alloc(20_000_000, ' '))]),
)

describeDialects('compressed bodies', ['5.x', '4.x'], (t) => {
  const post = (body: string | Uint8Array, coding: string, type = 'application/json') =>
    t.request('/', {
      method: 'POST',
      body,
      headers: { 'content-type': type, 'content-encoding': coding },
    })

  function echo(limit?: number | string): void {
    t.app.use(t.webapp.json({ limit }))
    t.app.post('/', (req, res) => res.json({ body: req.body }))
    t.app.get('/', (_req, res) => res.send('alive'))
    t.app.use(tellError)
  }

  // The original of 4.x knows no zstd either, whatever the version of Node.
  const hasZstd = t.dialect === '5.x' && hasSafeZstd

  it.skipIf(!hasZstd)('may be zstd in 5.x (from Node 24 on)', async () => {
    echo()
    const body = zstdCompressSync?.(Buffer.from('{"a":1}')) ?? ''
    expect((await post(body, 'zstd')).json()).toEqual({ body: { a: 1 } })
  })

  it.skipIf(hasZstd)('are refused as zstd where that is unknown', async () => {
    echo()
    expect((await post(zstdCompressSync?.(Buffer.from('{"a":1}')) ?? 'x', 'zstd')).status).toBe(415)
  })

  const known = t.dialect === '4.x' ? codings.slice(0, 2) : codings

  describe.each(known)('in %s', (coding, compress) => {
    it.each(parsers)('are inflated for webapp.$name', async ({ name, type, body, parsed }) => {
      t.app.use(t.webapp[name]())
      t.app.post('/', (req, res) => res.json(req.body))
      expect((await post(compress(Buffer.from(body)), coding, type)).json()).toEqual(parsed)
    })

    it('are recognised in any case', async () => {
      echo()
      const body = compress(Buffer.from('{"a":1}'))
      expect((await post(body, coding.toUpperCase())).json()).toEqual({ body: { a: 1 } })
    })

    it('reach verify inflated', async () => {
      let seen = ''
      t.app.use(
        t.webapp.json({
          verify: (_req, _res, bytes) => {
            seen = bytes.toString()
          },
        }),
      )
      await post(compress(Buffer.from('{"a":1}')), coding)
      expect(seen).toBe('{"a":1}')
    })

    it('may be as large as the limit when inflated, and no larger', async () => {
      echo(1000)
      const exact = `"${'x'.repeat(996)}"`
      expect((await post(compress(Buffer.from(`[${exact}]`)), coding)).status).toBe(200)
      const answer = await post(compress(Buffer.from(`[ ${exact}]`)), coding)
      expect(answer.status).toBe(413)
      expect(answer.json()).toMatchObject({
        message: 'request entity too large',
        type: 'entity.too.large',
        limit: 1000,
        received: 1001,
      })
      expect(answer.json()).not.toHaveProperty('length')
    })

    it('may be longer than the limit before they are inflated, if not after', async () => {
      echo(12)
      const body = compress(Buffer.from('{"a":123456}'))
      expect(body.length).toBeGreaterThan(12)
      expect((await post(body, coding)).json()).toEqual({ body: { a: 123456 } })
    })

    it('are not inflated beyond the limit: 20 MB of spaces cost next to nothing', async () => {
      const before = process.memoryUsage().arrayBuffers
      let growth = Number.NaN
      t.app.use(t.webapp.json())
      t.app.use((error: { type: string }, _req: unknown, res: Response, _next: unknown) => {
        growth = process.memoryUsage().arrayBuffers - before
        res.status(413).json({ type: error.type })
      })
      const answer = await post(bombs.get(coding) ?? '', coding)
      expect(answer.json()).toEqual({ type: 'entity.too.large' })
      expect(growth).toBeLessThan(5_000_000)
    })

    it.each(['not compressed at all', '\0\0\0\0\0\0\0\0'])(
      'are refused when broken: %j',
      async (body) => {
        echo()
        const answer = await post(body, coding)
        expect(answer.status).toBe(400)
        expect(answer.json()).toMatchObject({ status: 400, expose: true })
        expect((await t.request('/')).text).toBe('alive')
      },
    )

    it('are refused when cut', async () => {
      echo()
      const whole = compress(Buffer.from(JSON.stringify({ text: 'some words '.repeat(50) })))
      for (const length of [1, 5, whole.length - 1]) {
        expect((await post(whole.subarray(0, length), coding)).status).toBe(400)
      }
      expect((await t.request('/')).text).toBe('alive')
    })

    it('that are refused leave the connection usable', async () => {
      echo(10)
      const large = compress(Buffer.from(JSON.stringify('x'.repeat(10_000))))
      const head = (length: number) =>
        `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Encoding: ${coding}\r\nContent-Length: ${length}\r\n\r\n`
      const bytes = await t.raw(
        Buffer.concat([
          Buffer.from(head(large.length)),
          large,
          Buffer.from(`${head(6)}broken`),
          Buffer.from('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n'),
        ]),
      )
      expect(bytes.match(/HTTP\/1\.1 \d+/g)).toEqual([
        'HTTP/1.1 413',
        'HTTP/1.1 400',
        'HTTP/1.1 200',
      ])
      expect(bytes).toMatch(/alive$/)
    })
  })

  it('in gzip with garbage behind are refused', async () => {
    echo()
    const body = Buffer.concat([zlib.gzipSync('{"a":1}'), Buffer.from('garbage')])
    expect((await post(body, 'gzip')).status).toBe(400)
  })

  it('in several parts of gzip are one', async () => {
    echo()
    const body = Buffer.concat([zlib.gzipSync('{"a":'), zlib.gzipSync('1}')])
    expect((await post(body, 'gzip')).json()).toEqual({ body: { a: 1 } })
  })

  it('in deflate without its frame are refused', async () => {
    echo()
    expect((await post(zlib.deflateRawSync('{"a":1}'), 'deflate')).status).toBe(400)
  })

  it.each(['identity', 'IDENTITY', ''])('are plain as %j', async (coding) => {
    echo()
    expect((await post('{"a":1}', coding)).json()).toEqual({ body: { a: 1 } })
  })

  it.each([
    'nulls',
    'x-gzip',
    'compress',
    'gzip, deflate',
    'gzip,gzip',
    'gzip, gzip, gzip, gzip, gzip, gzip',
    'identity, gzip',
    '__proto__',
    'constructor',
    'toString',
    '*',
  ])('cannot be in %s', async (coding) => {
    echo()
    const answer = await post('x', coding)
    expect(answer.status).toBe(415)
    expect(answer.json()).toMatchObject({
      message: `unsupported content encoding "${coding.toLowerCase()}"`,
      type: 'encoding.unsupported',
      encoding: coding.toLowerCase(),
      expose: true,
    })
    expect((await t.request('/')).text).toBe('alive')
  })
})

describeDialects('bodies in codings that 4.x does not know', ['4.x'], (t) => {
  it.each(['br', 'zstd', 'x'])('are refused: %s', async (coding) => {
    t.app.use(t.webapp.json())
    t.app.use(tellError)
    const headers = { 'content-type': 'application/json', 'content-encoding': coding }
    const answer = await t.request('/', { method: 'POST', body: 'x', headers })
    expect(answer.json()).toMatchObject({
      status: 415,
      type: 'encoding.unsupported',
      encoding: coding,
      message: `unsupported content encoding "${coding}"`,
    })
  })
})
