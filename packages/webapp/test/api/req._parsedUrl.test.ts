import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parse } from 'node:url'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { exchange } from '../support/exchange.ts'

interface Parsed {
  pathname?: string | null
  query?: string | null
  _raw?: string
}

type ParsedRequest = { url: string; _parsedUrl?: Parsed | null }

describeDialects('req._parsedUrl', ['5.x', '4.x', '3.x'], (t) => {
  const look = (use: (req: ParsedRequest) => unknown) => {
    t.app.use((req, res) => res.json(use(req as unknown as ParsedRequest) ?? null))
  }

  it('is the URL as Node would parse it, and follows req.url', async () => {
    look((req) => {
      const first = req._parsedUrl
      const same = first === req._parsedUrl
      req.url = '/other'
      return [same, first, req._parsedUrl?.pathname, req._parsedUrl?.query]
    })
    const parsed = { ...parse('/a?b=c'), _raw: '/a?b=c' }
    expect((await t.request('/a?b=c')).json()).toEqual([true, parsed, '/other', null])
  })

  it('keeps what a package has parsed while it is that of the URL', async () => {
    look((req) => {
      const own = { pathname: '/own', _raw: req.url }
      req._parsedUrl = own
      const kept = req._parsedUrl === own
      req.url = '/other'
      return [kept, req._parsedUrl?.pathname]
    })
    expect((await t.request('/a')).json()).toEqual([true, '/other'])
  })

  it('can be taken away, and is parsed again', async () => {
    look((req) => {
      Object.assign(req, { _parsedUrl: null })
      return req._parsedUrl?.pathname
    })
    expect((await t.request('/a')).json()).toBe('/a')
  })
})

describeDialects('req._parsedUrl', ['4.x'], (t) => {
  it('is there for a layer that was moved before all others, on a server of any kind', async () => {
    t.app.use((req, res) => {
      res.end((req as unknown as ParsedRequest)._parsedUrl?.pathname)
    })
    const { stack } = t.app._router
    stack.unshift(...stack.splice(-1))
    const server = createServer((req, res) => t.app(req, res)).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as AddressInfo
      const answers = [await exchange(port, '/a'), await exchange(port, '/b?c')]
      expect(answers.map((answer) => answer.text)).toEqual(['/a', '/b'])
    } finally {
      server.close()
    }
  })
})
