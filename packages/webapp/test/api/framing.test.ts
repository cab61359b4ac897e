import { once } from 'node:events'
import { connect } from 'node:net'
import { PassThrough, Readable } from 'node:stream'
import { describe, expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const CLOSE = 'Host: a\r\nConnection: close\r\n\r\n'

describeDialects('what goes over the wire', ['5.x', '4.x', '3.x'], (t) => {
  it('has one answer for each of several requests on a connection', async () => {
    t.app.get('/:n', (req, res) => res.send(`<${req.params.n}>`))
    const bytes = await t.raw(
      `GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\nHost: a\r\n\r\nGET /3 HTTP/1.1\r\n${CLOSE}`,
    )
    expect(bytes.match(/<\d>/g)).toEqual(['<1>', '<2>', '<3>'])
  })

  it('starts each request on a connection afresh', async () => {
    t.app.get('/:n', (req, res) => {
      const fresh = [res.locals.n, req.route.path, req.baseUrl]
      res.locals.n = req.params.n
      res.send(`<${fresh}>`)
    })
    const bytes = await t.raw(`GET /1 HTTP/1.1\r\nHost: a\r\n\r\nGET /2 HTTP/1.1\r\n${CLOSE}`)
    expect(bytes.match(/<.*>/g)).toEqual(['<,/:n,>', '<,/:n,>'])
  })

  it('has headers in the order they were set', async () => {
    t.app.get('/', (_req, res) => res.set('X-B', '1').set('X-A', '2').send('x'))
    const { rawHeaders } = await t.request('/')
    expect(rawHeaders.filter((_text, index) => index % 2 === 0)).toEqual([
      'X-Powered-By',
      'X-B',
      'X-A',
      'Content-Type',
      'Content-Length',
      'ETag',
      'Date',
      'Connection',
    ])
  })

  it('never has both a length and chunks', async () => {
    t.app.get('/', (_req, res) => res.set('Transfer-Encoding', 'chunked').send('hello'))
    const bytes = await t.raw(`GET / HTTP/1.1\r\n${CLOSE}`)
    const head = bytes.split('\r\n\r\n')[0] ?? ''
    const framings = [/^content-length:/im, /^transfer-encoding:/im].filter((f) => f.test(head))
    expect(framings).toHaveLength(1)
  })

  it('has the right length, whatever length was set before', async () => {
    t.app.get('/json', (_req, res) => res.set('Content-Length', '999').json({ a: 1 }))
    t.app.get('/text', (_req, res) => res.set('Content-Length', '1').send('hello'))
    for (const path of ['/json', '/text']) {
      const answer = await t.request(path)
      expect(answer.headers['content-length']).toBe(String(answer.body.length))
    }
  })

  it.each(['HEAD', 'GET'])(
    'has no body for %s with 204, 205 and 304, however sent',
    async (method) => {
      t.app.all('/:code/send', (req, res) => res.status(Number(req.params.code)).send('body'))
      t.app.all('/:code/json', (req, res) => res.status(Number(req.params.code)).json({ a: 1 }))
      for (const code of [204, 205, 304]) {
        for (const how of ['send', 'json']) {
          const bytes = await t.raw(`${method} /${code}/${how} HTTP/1.1\r\n${CLOSE}`)
          expect(bytes).toMatch(new RegExp(`^HTTP/1\\.1 ${code} [\\s\\S]*\r\n\r\n$`))
          expect(bytes).not.toMatch(/transfer-encoding/i)
        }
      }
    },
  )

  it('streams a pipe', async () => {
    t.app.get('/', (_req, res) => void Readable.from(['a', 'b', 'c']).pipe(res))
    expect((await t.request('/')).text).toBe('abc')
  })

  it('ends the connection when a source fails after the head', async () => {
    t.app.get('/bad', (_req, res, next) => {
      const source = new PassThrough()
      source.on('error', next)
      source.pipe(res)
      source.write('partial')
      res.once('pipe', () => {})
      setTimeout(() => source.destroy(new Error('source')), 5)
    })
    t.app.get('/', (_req, res) => res.send('ok'))
    await expect(t.request('/bad')).rejects.toThrow()
    expect((await t.request('/')).text).toBe('ok')
  })

  it('ends the connection when a view cannot be rendered after the head', async () => {
    t.app.get('/bad', (_req, res) => {
      res.write('partial')
      res.render('missing.without-engine')
    })
    t.app.get('/', (_req, res) => res.send('ok'))
    await expect(t.request('/bad')).rejects.toThrow()
    expect((await t.request('/')).text).toBe('ok')
  })

  it('survives a client that leaves, and a late answer to it', async () => {
    const left = new Promise<void>((resolve) => {
      t.app.get('/slow', (req, res) => {
        res.on('close', () => {
          res.send('too late')
          resolve()
        })
        req.socket.destroy()
      })
    })
    t.app.get('/', (_req, res) => res.send('ok'))
    await expect(t.request('/slow')).rejects.toThrow()
    await left
    expect((await t.request('/')).text).toBe('ok')
  })

  it('survives a client that leaves in the middle of its body', async () => {
    t.app.post('/error', () => {
      throw new Error('early')
    })
    t.app.get('/', (_req, res) => res.send('ok'))
    for (const path of ['/none', '/error']) {
      const socket = connect(await t.port(), '127.0.0.1')
      socket.write(`POST ${path} HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\npart`)
      await new Promise((resolve) => setTimeout(resolve, 5))
      socket.resetAndDestroy()
      await once(socket, 'close')
    }
    expect((await t.request('/')).text).toBe('ok')
  })

  it('answers a request with Expect: 100-continue', async () => {
    t.app.post('/', async (req, res) => {
      req.resume()
      await once(req, 'end')
      res.send('done')
    })
    const bytes = await t.raw(
      'POST / HTTP/1.1\r\nHost: a\r\nExpect: 100-continue\r\nContent-Length: 1\r\nConnection: close\r\n\r\nx',
    )
    expect(bytes).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 OK/)
  })

  describe('a final status below 200', () => {
    // Declared difference: the original lets the client wait for ever.
    it.each([100, 102, 103])('%i is an error of the program', async (code) => {
      t.app.get('/bad', (_req, res) => res.status(code).send('x'))
      t.app.get('/', (_req, res) => res.send('ok'))
      const bytes = await t.raw(`GET /bad HTTP/1.1\r\n${CLOSE}`)
      expect(bytes).toMatch(/HTTP\/1\.1 500 /)
      expect((await t.request('/')).text).toBe('ok')
    })
  })
})
