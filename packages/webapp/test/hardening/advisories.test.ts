import { connect } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { byTurns } from '../../../../tools/gate.ts'
import { headerIn, lastRequest, statusesIn } from './support/bytes.ts'
import { describeHosts } from './support/hosts.ts'

// The inputs of published advisories that no other test of this folder sends. docs/security.md lists the
// advisories, and tools/test/advisories.test.ts compares its table with these titles.

const site = new URL('./advisories.site.ts', import.meta.url)
const flags = ['--max-http-header-size=1000000']

describeHosts('Published advisories', { site, flags }, (t) => {
  const route = async (path: string) =>
    statusesIn(await t.raw(lastRequest('/', `X-Url: ${path}\r\n`)))

  describe('P1 compressed bodies that fail after their response (CVE-2026-111181)', () => {
    const garbage = Buffer.from('no compressed data')
    const post = (path: string, coding: string, type: string, body: Buffer) =>
      t.request(path, {
        method: 'POST',
        headers: { 'Content-Encoding': coding, 'Content-Type': type },
        body,
      })

    it.each(['gzip', 'deflate', 'br'])('%s of an unknown charset is refused', async (coding) => {
      for (const path of ['/json', '/form']) {
        const type = path === '/json' ? 'application/json' : 'application/x-www-form-urlencoded'
        const answer = await post(path, coding, `${type}; charset=utf-99`, garbage)
        // 3.x knows no charset of a form, and gets to the invalid data.
        expect([400, 415]).toContain(answer.status)
      }
    })

    it.each(['gzip', 'deflate'])('%s over the limit, with garbage behind it', async (coding) => {
      const compress = coding === 'gzip' ? gzipSync : deflateSync
      const body = Buffer.concat([compress(`"${'x'.repeat(5000)}"`), garbage])
      // Which of the two comes first depends on the chunks.
      const { status } = await post('/json', coding, 'application/json', body)
      expect([400, 413]).toContain(status)
    })

    it.each([
      ['a body that verify refuses', 'gzip', gzipSync('"refused"')],
      ['a body that is no JSON', 'gzip', gzipSync('nonsense')],
      ['a whole body', 'deflate', deflateSync('{}')],
      ['a body over the limit', 'deflate', deflateSync(`"${'x'.repeat(5000)}"`)],
      ['a whole body of brotli', 'br', brotliCompressSync('{}')],
    ])('%s whose garbage arrives after the response', async (_what, coding, body) => {
      const socket = connect(t.port, '127.0.0.1')
      const chunk = (bytes: Buffer) =>
        Buffer.concat([Buffer.from(`${bytes.length.toString(16)}\r\n`), bytes, Buffer.from('\r\n')])
      socket.write(
        `POST /json HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Encoding: ${coding}\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n`,
      )
      // A decoder that has its whole body, or gives up, may respond before the request ends.
      socket.write(chunk(Buffer.concat([body, garbage])))
      socket.write(chunk(garbage))
      socket.end('0\r\n\r\n')
      let bytes = ''
      socket.on('data', (data) => {
        bytes += data
      })
      // The server may close while garbage is on its way. Then the system drops what it has sent.
      socket.on('error', () => {})
      await new Promise((resolve) => socket.once('close', resolve))
      expect([undefined, 200, 400, 413, 415, 500]).toContain(statusesIn(bytes)[0])
    })
  })

  describe('P2 patterns that took long (CVE-2026-4867, CVE-2026-4923, CVE-2026-4926)', () => {
    const paths: [string, (size: number) => string][] = [
      ['three parameters', (size) => `/three/${'-'.repeat(size)}/x`],
      ['three parameters and letters', (size) => `/three/a${'-a'.repeat(size / 2)}/x`],
      ['two wildcards', (size) => `/stars/${'-'.repeat(size)}/x/`],
    ]
    it.each(byTurns(paths, 2))('cost what the length of the path says: %s', async (_what, path) => {
      await t.expectSteadyCost(20_000, async (size) => {
        expect(await route(path(size))).toEqual([404])
      })
    })

    it('many optional groups are refused, or are text', async () => {
      const { text } = await t.request('/groups')
      expect(text).toBe(t.per({ '5.x': 'TypeError', '4.x': 'made', '3.x': 'made' }))
    })
  })

  describe('P3 trusted networks in the notation of IPv6 (CVE-2026-90711)', () => {
    it('contain no address of IPv4 that is outside of them', async () => {
      const trusted = (await t.request('/networks')).json() as Record<string, string>
      expect(trusted['::ffff:10.0.0.0/104']).toBe('false, true')
      const { '::ffff:10.0.0.0/104': _right, ...short } = trusted
      for (const [network, verdict] of Object.entries(short)) {
        expect([network, verdict]).not.toEqual([network, expect.stringMatching(/^true/)])
      }
    })
  })

  describe('P4 forms of multipart/form-data', () => {
    const part = (name: string, more = '', content = 'x') =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n${content}\r\n`
    const upload = async (...parts: string[]) =>
      t.request('/upload', {
        method: 'POST',
        headers: { 'Content-Type': 'multipart/form-data; boundary=b' },
        body: Buffer.from(`${parts.join('')}--b--\r\n`),
      })

    it.each([
      ['an empty name (CVE-2025-48997)', [part(''), part('', '; filename="a"')]],
      [
        'names of members (CVE-2026-8161)',
        ['__proto__', 'constructor', 'toString'].map((n) => part(n)),
      ],
      ['a large index (CVE-2026-77078)', [part('a[4294967294]'), part('a[]'), part('a[]')]],
      ['a large index and a key (CVE-2026-82333)', [part('a[4294967294]'), part('a[b]')]],
      ['nested names (CVE-2026-5079)', [part(`a${'[b]'.repeat(300)}`)]],
    ])('%s: names are texts, and build nothing', async (_what, parts) => {
      const answer = await upload(...parts)
      expect(answer.status).toBe(200)
      const { fields } = answer.json() as { fields: [string, unknown][] }
      for (const [, value] of fields) expect([value].flat()).toContain('x')
    })

    it('a malformed filename* is ignored (CVE-2026-8162)', async () => {
      const answer = await upload(part('f', `; filename="kept.txt"; filename*=utf-8''%E0%A4%A`))
      expect(answer.json()).toMatchObject({ filenames: ['kept.txt'] })
    })

    it('the name of a file costs what its length says (CVE-2026-8159)', async () => {
      for (const filling of ['\\', '"', '\\"', ' ', ';', "'", '%']) {
        await t.expectSteadyCost(3000, async (size) => {
          const { status } = await upload(part('f', `; filename="${filling.repeat(size)}`))
          expect([200, 400, 413]).toContain(status)
        })
      }
    })

    it('the headers of a part are limited (CVE-2026-87908)', async () => {
      const endless = `--b\r\nContent-Disposition: form-data; name="a"; x="${'x'.repeat(200_000)}`
      const answer = await upload(endless)
      expect([400, 413]).toContain(answer.status)
    })
  })

  describe('P5 headers that a handler gives to writeHead (CVE-2025-7339)', () => {
    it.each(['list', 'object'])('as %s are sent as they are', async (way) => {
      const bytes = await t.raw(lastRequest(`/heads/${way}`))
      expect(['x-one', 'x-two'].map((name) => headerIn(bytes, name))).toEqual(['1', '2'])
    })
  })

  describe('P6 long lists and long addresses', () => {
    it('lists in brackets are limited by the number of parameters (CVE-2025-15284)', async () => {
      await t.expectSteadyCost(20_000, async (size) => {
        expect(await route(`/query?${'a[]=x&'.repeat(size)}`)).toEqual([200])
      })
    })

    it('an address with 100,000 characters that are encoded is sent, or is an error', async () => {
      const bytes = await t.raw(lastRequest('/location', 'X-Length: 100000\r\n'))
      expect([200, 500]).toContain(statusesIn(bytes)[0])
    })
  })

  describe('P7 bodies compressed with brotli (CVE-2026-111497)', () => {
    const post = async (path: string, coding: string) => {
      const headers = { 'Content-Type': 'application/json', 'Content-Encoding': coding }
      const body = brotliCompressSync('{"a":1}')
      return (await t.request(path, { method: 'POST', headers, body })).status
    }

    it('are decoded by 5.x alone, as Express does', async () => {
      expect(await post('/json', 'br')).toBe(t.per({ '5.x': 200, '4.x': 415, '3.x': 415 }))
    })

    it.each(['br', 'BR', 'br, gzip', 'gzip,br'])('do not pass the guard as %s', async (coding) => {
      expect(await post('/guarded', coding)).toBe(415)
    })
  })
})
