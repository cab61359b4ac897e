import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { get } from 'node:https'
import { text as readText } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { describe, expect, it } from 'vitest'
import type { Express } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'
import { identity, type Link, startHttp2 } from '../support/http2.ts'

const run = promisify(execFile)
const curl = await run('curl', ['--version']).then(
  ({ stdout }) => stdout,
  () => '',
)
const hasHttp2 = /^Features:.*\bHTTP2\b/m.test(curl)

describeDialects('an application with TLS', ['5.x', '4.x', '3.x'], (t) => {
  function start(): Promise<Link> {
    const app = t.app as unknown as Express
    app.get('/', (req, res) => {
      const { httpVersion, protocol, secure } = req
      const host = (req as { hostname?: string }).hostname ?? req.host
      res.send([httpVersion, protocol, secure, host, req.get('host')?.split(':')[0]].join(' '))
    })
    return startHttp2(app, { secure: true })
  }

  it('knows that HTTP/2 is secure, and the host that was asked', async () => {
    const link = await start()
    expect((await link.ask('/')).text).toBe('2.0 https true localhost localhost')
  })

  it('serves HTTP/1 from the same server', async () => {
    const { port } = await start()
    const options = { port, host: '127.0.0.1', ca: identity.cert, servername: 'localhost' }
    const [answer] = await once(
      get({ ...options, headers: { host: 'localhost' }, agent: false }),
      'response',
    )
    expect(await readText(answer)).toBe('1.1 https true localhost localhost')
  })

  it('believes a proxy that it trusts', async () => {
    ;(t.app as unknown as Express).set('trust proxy', true)
    const link = await start()
    const headers = { 'x-forwarded-proto': 'http', 'x-forwarded-host': 'example.org:8080' }
    expect((await link.ask('/', { headers })).text).toBe('2.0 http false example.org localhost')
  })
})

describeDialects('the host of a request by HTTP/2', ['5.x', '4.x', '3.x'], (t) => {
  async function hostFor(headers: Record<string, string>): Promise<string> {
    const app = t.app as unknown as Express
    app.get('/', (req, res) => {
      const name = (req as { hostname?: string }).hostname ?? req.host
      res.send(`${name} ${req.headers.host} ${req.get('Host')} ${req.subdomains}`)
    })
    return (await (await startHttp2(app)).ask('/', { headers })).text
  }

  it('is that of :authority', async () => {
    const told = await hostFor({ ':authority': 'api.example.org:81' })
    expect(told).toBe('api.example.org api.example.org:81 api.example.org:81 api')
  })

  it('is that of Host where there is no :authority', async () => {
    const told = await hostFor({ host: 'api.example.org:81' })
    expect(told).toBe('api.example.org api.example.org:81 api.example.org:81 api')
  })

  it('is never that of Host beside another :authority', async () => {
    const told = await hostFor({ ':authority': 'a.example.org', host: 'b.example.org' })
    expect(told).toBe('a.example.org a.example.org a.example.org a')
  })
})

describe.skipIf(!hasHttp2)('curl, where it has HTTP/2', () => {
  describeDialects('an application', ['5.x', '4.x', '3.x'], (t) => {
    /** The version and the text that curl gets, with a body to upload. */
    async function ask(secure: boolean, ...args: string[]): Promise<string> {
      const app = t.app as unknown as Express
      app.all('/', async (req, res) => {
        const body = await readText(req)
        res.set('Connection', 'close')
        res.json({ version: req.httpVersion, method: req.method, body })
      })
      const { port } = await startHttp2(app, { secure })
      const url = `${secure ? 'https' : 'http'}://127.0.0.1:${port}/`
      const quiet = ['--silent', '--show-error', '--insecure', '--max-time', '10']
      const { stdout } = await run('curl', [
        ...quiet,
        '--write-out',
        '%{http_version}',
        ...args,
        url,
      ])
      return stdout.replace(/\s/g, '')
    }

    it.each([
      ['without TLS', false, ['--http2-prior-knowledge']],
      ['with TLS', true, ['--http2']],
    ])('answers by HTTP/2 %s', async (_how, secure, args) => {
      expect(await ask(secure, ...args)).toBe('{"version":"2.0","method":"GET","body":""}2')
    })

    it('answers by HTTP/1 on the server of HTTP/2', async () => {
      expect(await ask(true, '--http1.1')).toBe('{"version":"1.1","method":"GET","body":""}1.1')
    })

    it('reads a body that curl sends', async () => {
      const told = await ask(true, '--http2', '--data', 'a=1')
      expect(told).toBe('{"version":"2.0","method":"POST","body":"a=1"}2')
    })

    it('answers HEAD', async () => {
      const told = await ask(false, '--http2-prior-knowledge', '--head')
      expect(told).toMatch(/^HTTP\/2200.*content-length:\d+.*2$/)
    })
  })
})
