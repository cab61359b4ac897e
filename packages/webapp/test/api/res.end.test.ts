import { once } from 'node:events'
import { expect, it, vi } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

describeDialects("res.end and Node's other members", ['5.x', '4.x', '3.x'], (t) => {
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
