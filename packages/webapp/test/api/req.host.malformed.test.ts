import { once } from 'node:events'
import { connect as connectHttp2, createServer } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { expect, it } from 'vitest'
import type { Request } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'

const malformed = [
  'evil.com:fake@good.com',
  'user@good.com',
  'user:pass@good.com',
  'user:pass@good.com:80',
  ':@good.com',
  '@good.com',
  'good.com@',
  'a%40good.com',
  'good.com:80:90',
  'good.com:80a',
  'good.com:-1',
  'a:b:c',
  '::1',
  '[::1',
  '::1]',
  '[::1]x',
  '[::1]:x',
  '[::1]:80:90',
  '[]',
  '[good.com]',
  '[::1%25eth0]',
  '[fe80::1%eth0]',
  '[::1]@good.com',
  ':',
  ':80',
  'good com',
  'good.com evil.com',
  'good.com\tevil.com',
  'http://good.com',
  '//good.com',
  'good.com/path',
  'good.com/../x',
  'good.com\\evil.com',
  'good.com?x',
  'good.com#x',
  '"good.com"',
  '<script>',
  'a{b}',
  'a|b',
  'a^b',
  'a`b',
  'm\u00fcnchen.de',
]

const valid: [host: string, hostname: string][] = [
  ['good.com', 'good.com'],
  ['good.com:8080', 'good.com'],
  ['good.com:', 'good.com'],
  ['good.com.', 'good.com.'],
  ['GOOD.com', 'GOOD.com'],
  ['localhost', 'localhost'],
  ['my_service:3000', 'my_service'],
  ['_a._b.c', '_a._b.c'],
  ['xn--mnchen-3ya.de', 'xn--mnchen-3ya.de'],
  ['a-b.c-d', 'a-b.c-d'],
  ['127.0.0.1:80', '127.0.0.1'],
  ['[::1]', '[::1]'],
  ['[::1]:3000', '[::1]'],
  ['[2001:DB8::1]:8080', '[2001:DB8::1]'],
  ['[::ffff:1.2.3.4]', '[::ffff:1.2.3.4]'],
  ["a~b!$&'()*+;=c", "a~b!$&'()*+;=c"],
]

interface Seen {
  readonly host?: string
  readonly hostname?: string
  readonly subdomains: string[]
}

describeDialects('req.host and its family', ['5.x', '4.x', '3.x'], (t) => {
  function show(): void {
    t.app.use((req: Request, res) => {
      const { host, hostname, subdomains } = req
      res.json({ host, hostname, subdomains })
    })
  }

  async function seen(lines: string): Promise<Seen> {
    const bytes = await t.raw(`GET / HTTP/1.1\r\n${lines}\r\nConnection: close\r\n\r\n`)
    return JSON.parse(bytes.slice(bytes.indexOf('\r\n\r\n') + 4)) as Seen
  }

  const absent = { subdomains: [] }
  const expected = (host: string, hostname: string): object => {
    if (t.dialect === '5.x') return { host, hostname }
    return t.dialect === '4.x' ? { host: hostname, hostname } : { host: hostname }
  }

  it.each(malformed)('are undefined for the Host %j', async (host) => {
    show()
    expect(await seen(`Host: ${host}`)).toEqual(absent)
  })

  it.each([...malformed, 'a b, good.com', ',good.com'])(
    'are undefined for the forwarded host %j of a trusted proxy',
    async (host) => {
      t.app.set('trust proxy', true)
      show()
      expect(await seen(`Host: own.com\r\nX-Forwarded-Host: ${host}`)).toEqual(absent)
    },
  )

  it('are undefined for a list, an empty Host and none', async () => {
    show()
    expect(await seen('Host: a.com, b.com')).toEqual(absent)
    expect(await seen('Host: ')).toEqual(absent)
  })

  it.each(valid)('are read from the Host %j', async (host, hostname) => {
    show()
    expect(await seen(`Host: ${host}`)).toMatchObject(expected(host, hostname))
  })

  it.each(valid)('are read from the forwarded host %j', async (host, hostname) => {
    t.app.set('trust proxy', true)
    show()
    const lines = `Host: own.com\r\nX-Forwarded-Host: ${host}, other.com`
    expect(await seen(lines)).toMatchObject(expected(host, hostname))
  })

  it('are undefined for an :authority with user information', async () => {
    show()
    const server = createServer(t.app as never).listen(0, '127.0.0.1')
    await once(server, 'listening')
    const client = connectHttp2(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    try {
      const ask = async (authority: string) => {
        const stream = client.request({ ':path': '/', ':authority': authority })
        stream.setEncoding('utf8')
        let text = ''
        for await (const chunk of stream) text += chunk
        return JSON.parse(text)
      }
      // The HTTP/2 library of newer versions of Node refuses such a request.
      const refused = { code: 'ERR_HTTP2_STREAM_ERROR' }
      const answer = await ask('evil.com:fake@good.com').catch(({ code }) => ({ code }))
      expect([absent, refused]).toContainEqual(answer)
      expect(await ask('good.com:80')).toMatchObject(expected('good.com:80', 'good.com'))
    } finally {
      client.close()
      server.close()
      await once(server, 'close')
    }
  })
})
