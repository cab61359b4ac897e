import { once } from 'node:events'
import { expect, it, vi } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects("res.end and Node's other members", ['5.x', '4.x', '3.x'], (t) => {
  it('ends without data', async () => {
    t.app.get('/', (_req, res) => res.status(404).end())
    const answer = await t.request('/')
    expect(answer.status).toBe(404)
    expect(answer.text).toBe('')
    expect(answer.headers['content-length']).toBe('0')
  })

  it('ends with data, an encoding and a callback', async () => {
    let finished = false
    t.app.get('/', (_req, res) => {
      res.end('6869', 'hex', () => {
        finished = true
      })
    })
    expect((await t.request('/')).text).toBe('hi')
    expect(finished).toBe(true)
  })

  it('streams what is written', async () => {
    t.app.get('/', (_req, res) => {
      res.write('a')
      res.write('b')
      res.end('c')
    })
    const answer = await t.request('/')
    expect(answer.headers['transfer-encoding']).toBe('chunked')
    expect(answer.text).toBe('abc')
  })

  it('takes writeHead in all its forms', async () => {
    t.app.get('/object', (_req, res) => res.writeHead(201, { 'X-A': '1' }).end())
    t.app.get('/reason', (_req, res) => res.writeHead(202, 'Fine', { 'X-A': '2' }).end())
    t.app.get('/list', (_req, res) => res.writeHead(203, ['X-A', '3']).end())
    const seen = []
    for (const path of ['/object', '/reason', '/list']) {
      const { status, statusText, headers } = await t.request(path)
      seen.push([status, statusText, headers['x-a']])
    }
    expect(seen).toEqual([
      [201, 'Created', '1'],
      [202, 'Fine', '2'],
      [203, 'Non-Authoritative Information', '3'],
    ])
  })

  it('has appendHeader, getHeaderNames, hasHeader and removeHeader', async () => {
    t.app.get('/', (_req, res) => {
      res.appendHeader('X-A', '1').appendHeader('X-A', '2')
      res.setHeader('X-B', '1')
      res.removeHeader('X-B')
      res.json([res.getHeader('x-a'), res.hasHeader('x-b'), res.getHeaderNames().includes('x-a')])
    })
    expect((await t.request('/')).json()).toEqual([['1', '2'], false, true])
  })

  it('sends trailers', async () => {
    t.app.get('/', (_req, res) => {
      res.writeHead(200, { Trailer: 'X-Sum' })
      res.write('x')
      res.addTrailers({ 'X-Sum': '1' })
      res.end()
    })
    const bytes = await t.raw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(bytes).toMatch(/\r\n0\r\nX-Sum: 1\r\n\r\n$/)
  })

  it('sends early hints', async () => {
    t.app.get('/', (_req, res) => {
      res.writeEarlyHints({ link: '</a.css>; rel=preload' })
      res.send('x')
    })
    const bytes = await t.raw('GET / HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n')
    expect(bytes).toMatch(
      /^HTTP\/1\.1 103 Early Hints\r\nLink: <\/a\.css>; rel=preload\r\n\r\nHTTP\/1\.1 200/,
    )
  })

  it('flushes headers before the body', async () => {
    t.app.get('/', (_req, res) => {
      res.flushHeaders()
      setImmediate(() => res.end(String(res.headersSent)))
    })
    expect((await t.request('/')).text).toBe('true')
  })

  it('emits finish, then close', async () => {
    const events: string[] = []
    const closed = new Promise<void>((resolve) => {
      t.app.get('/', (_req, res) => {
        res.on('finish', () => events.push('finish'))
        res.on('close', () => {
          events.push(`close ${res.writableEnded} ${res.writableFinished}`)
          resolve()
        })
        res.send('x')
      })
    })
    await t.request('/')
    await closed
    expect(events).toEqual(['finish', 'close true true'])
  })

  it('pipes a request back', async () => {
    t.app.post('/', (req, res) => {
      req.pipe(res)
    })
    expect((await t.request('/', { method: 'POST', body: 'echo' })).text).toBe('echo')
  })

  it('reads a request to its end', async () => {
    t.app.post('/', async (req, res) => {
      req.setEncoding('utf8')
      let text = ''
      req.on('data', (part: string) => {
        text += part
      })
      await once(req, 'end')
      res.json([text, req.complete, req.headersDistinct['x-a']])
    })
    const answer = await t.request('/', {
      method: 'POST',
      body: 'abc',
      headers: { 'X-A': ['1', '2'] },
    })
    expect(answer.json()).toEqual(['abc', true, ['1', '2']])
  })

  it('sends neither a body nor its framing for HEAD, 204 and 304, however it is written', async () => {
    t.app.all('/:code', (req, res) => {
      res.status(Number(req.params.code))
      res.write('body')
      res.end('more')
    })
    for (const code of ['204', '304']) {
      const answer = await t.request(`/${code}`)
      expect(answer.text).toBe('')
      expect(answer.headers['transfer-encoding']).toBeUndefined()
    }
    expect((await t.request('/200', { method: 'HEAD' })).text).toBe('')
  })

  it('sends no body of 205, however it is written', async () => {
    t.app.get('/write', (_req, res) => {
      res.status(205).write('body')
      res.end('more')
    })
    t.app.get('/end', (_req, res) => void res.status(205).end('body'))
    t.app.get('/head', (_req, res) => void res.writeHead(205).end('body'))
    for (const path of ['/write', '/end', '/head']) {
      const { status, text, headers } = await t.request(path)
      expect([path, status, text, headers['content-length']]).toEqual([path, 205, '', '0'])
      expect(headers['transfer-encoding']).toBeUndefined()
    }
  })

  it('logs what is written after the end, and lets the answer stand', async () => {
    const log = vi.spyOn(console, 'error').mockImplementation(() => {})
    t.app.set('env', 'development')
    t.app.get('/', (_req, res) => {
      res.end('first')
      res.end('second')
    })
    expect((await t.request('/')).text).toBe('first')
    await expect.poll(() => log.mock.calls.length).toBe(1)
    expect(log.mock.calls[0]?.[0]).toMatchObject({ code: 'ERR_STREAM_WRITE_AFTER_END' })
    log.mockRestore()
  })

  it('tells whoever listens what was written after the end', async () => {
    const told = new Promise((resolve) => {
      t.app.get('/', (_req, res) => {
        res.on('error', resolve)
        res.end('first')
        res.write('second')
      })
    })
    expect((await t.request('/')).text).toBe('first')
    expect(await told).toMatchObject({ code: 'ERR_STREAM_WRITE_AFTER_END' })
  })
})
