import { AsyncLocalStorage } from 'node:async_hooks'
import { once } from 'node:events'
import { createWriteStream, renameSync, truncateSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Response } from '../../src/types/v5/public.ts'
import { canCountDescriptors, countDescriptors } from '../fixtures/descriptors.ts'
import { createFolder, writeFile } from '../fixtures/folder.ts'
import { createGate } from '../fixtures/gate.ts'
import { describeDialects } from '../support/dialects.ts'
import { hasClosed } from '../support/has-closed.ts'

const size = 50_000_000
const root = createFolder({ 'small.txt': 'small', 'large.bin': '' })
const large = join(root, 'large.bin')
truncateSync(large, size) // A hole: it takes no room on the disk.

const head = (path: string) => `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`

describeDialects('the transfer of a file', ['5.x', '4.x'], (t) => {
  /** Leaves as soon as the first bytes are there. */
  async function leave(path: string): Promise<void> {
    const socket = connect(await t.port(), '127.0.0.1')
    socket.on('error', () => {})
    socket.write(head(path))
    await once(socket, 'data')
    socket.destroy()
  }

  describe('to a client that leaves', () => {
    it('is reported once, as an abort, to the callback of res.sendFile', async () => {
      const calls: [string | undefined, boolean][] = []
      t.app.get('/', (_req, res) => {
        res.sendFile(large, (error) => {
          calls.push([(error as NodeJS.ErrnoException).code, res.headersSent])
        })
      })
      await leave('/')
      await expect.poll(() => calls.length).toBe(1)
      await leave('/')
      await expect.poll(() => calls.length).toBe(2)
      expect(calls).toEqual([
        ['ECONNABORTED', true],
        ['ECONNABORTED', true],
      ])
    })

    it('is reported with the error that the application closes the connection with', async () => {
      const called = new Promise((resolve) => {
        t.app.get('/', (req, res) => {
          res.sendFile(large, resolve)
          req.socket.once('drain', () => req.socket.destroy(new Error('boom')))
        })
      })
      const socket = connect(await t.port(), '127.0.0.1')
      socket.on('error', () => {}).resume()
      socket.write(head('/'))
      expect(await called).toMatchObject({ message: 'boom' })
    })

    it('passes that error to the error handlers if there is no callback', async () => {
      t.app.get('/', (req, res) => {
        res.sendFile(large)
        req.socket.once('drain', () => req.socket.destroy(new Error('boom')))
      })
      const passed = new Promise((resolve) => {
        t.app.use((error: Error, _req: unknown, _res: unknown, _next: unknown) => resolve(error))
      })
      const socket = connect(await t.port(), '127.0.0.1')
      socket.on('error', () => {}).resume()
      socket.write(head('/'))
      expect(await passed).toMatchObject({ message: 'boom' })
    })

    it('is reported to the callback of res.download', async () => {
      const called = new Promise((resolve) => {
        t.app.get('/', (_req, res) => res.download(large, resolve))
      })
      await leave('/')
      expect(await called).toMatchObject({ code: 'ECONNABORTED', message: 'Request aborted' })
    })

    it('is reported in the async context of the request', async () => {
      const storage = new AsyncLocalStorage<string>()
      t.app.use((req, _res, next) => storage.run(req.url, next))
      const stores: unknown[] = []
      t.app.get('/sent', (_req, res) => res.sendFile(large, () => stores.push(storage.getStore())))
      t.app.get('/down', (_req, res) => res.download(large, () => stores.push(storage.getStore())))
      await leave('/sent')
      await leave('/down')
      await expect.poll(() => stores.length).toBe(2)
      expect(stores.sort()).toEqual(['/down', '/sent'])
    })

    it('is reported if it waits behind a response that never comes', async () => {
      const calls: (string | undefined)[][] = []
      const report = (name: string) => (error?: unknown) => {
        calls.push([name, (error as NodeJS.ErrnoException | undefined)?.code])
      }
      t.app.get('/never', () => {})
      t.app.get('/small', (_req, res) => res.sendFile(join(root, 'small.txt'), report('small')))
      t.app.get('/large', (_req, res) => res.sendFile(large, report('large')))
      t.app.use('/static', t.webapp.static(root))
      const socket = connect(await t.port(), '127.0.0.1')
      const paths = ['/never', '/large', '/static/large.bin', '/small']
      socket.write(paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''))
      await expect.poll(() => calls).toEqual([['small', undefined]])
      if (canCountDescriptors) await expect.poll(() => countDescriptors(root)).toBe(2)
      socket.destroy()
      await expect
        .poll(() => calls)
        .toEqual([
          ['small', undefined],
          ['large', 'ECONNABORTED'],
        ])
      if (canCountDescriptors) await expect.poll(() => countDescriptors(root)).toBe(0)
    })

    it('is reported when it left before the file was opened', async () => {
      const called = new Promise((resolve) => {
        t.app.get('/', (req, res) => {
          res.sendFile(large, resolve)
          req.socket.destroy()
        })
      })
      await expect(t.request('/')).rejects.toThrow()
      expect(await called).toMatchObject({ code: 'ECONNABORTED' })
      if (canCountDescriptors) await expect.poll(() => countDescriptors(root)).toBe(0)
    })

    it('is reported when it had left before res.sendFile was called', async () => {
      const called = new Promise((resolve) => {
        t.app.get('/', (_req, res) => {
          res.on('close', () => res.sendFile(join(root, 'small.txt'), resolve))
          res.destroy()
        })
      })
      await expect(t.request('/')).rejects.toThrow()
      expect(await called).toMatchObject({ code: 'ECONNABORTED' })
    })

    it('is reported when it had left behind a response that never comes', async () => {
      const reached = createGate()
      const called = new Promise((resolve) => {
        t.app.get('/never', () => {})
        t.app.get('/', (req, res) => {
          req.socket.once('close', () => setImmediate(() => res.sendFile(large, resolve)))
          reached.open()
        })
      })
      const socket = connect(await t.port(), '127.0.0.1')
      socket.write(
        ['/never', '/'].map((path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`).join(''),
      )
      await reached.opened
      socket.destroy()
      expect(await called).toMatchObject({ code: 'ECONNABORTED' })
      if (canCountDescriptors) await expect.poll(() => countDescriptors(root)).toBe(0)
    })

    it('is reported as an abort if the connection had failed before', async () => {
      const called = new Promise((resolve) => {
        t.app.get('/', (req, res) => {
          req.socket.emit('error', new Error('boom'))
          res.sendFile(join(root, 'small.txt'), resolve)
        })
      })
      await t.request('/') // Node responds with 400.
      expect(await called).toMatchObject({ code: 'ECONNABORTED' })
    })

    it('is reported with the error of a connection that fails then', async () => {
      const called = new Promise((resolve) => {
        t.app.get('/', (req, res) => {
          res.sendFile(join(root, 'small.txt'), resolve)
          req.socket.emit('error', new Error('boom'))
        })
      })
      await t.request('/')
      expect(await called).toMatchObject({ message: 'boom' })
    })

    it('reaches no error handler and no next handler without a callback', async () => {
      const seen: string[] = []
      const closed = new Promise((resolve) => {
        t.app.get('/', (_req, res) => {
          res.on('close', () => setImmediate(setImmediate, resolve))
          res.sendFile(large)
        })
      })
      t.app.use(() => seen.push('next'))
      t.app.use((_error: unknown, _req: unknown, _res: unknown, _next: unknown) => {
        seen.push('error')
      })
      await leave('/')
      await closed
      expect(seen).toEqual([])
    })

    it.skipIf(!canCountDescriptors)(
      'leaves no descriptor behind, 200 times (counted in /proc)',
      async () => {
        t.app.use('/static', t.webapp.static(root))
        t.app.get('/sent', (_req, res) => res.sendFile(large))
        t.app.get('/', (_req, res) => res.send('alive'))
        for (let done = 0; done < 200; done += 50) {
          const paths = Array.from({ length: 50 }, (_, at) =>
            at % 2 ? '/static/large.bin' : '/sent',
          )
          await Promise.all(paths.map(leave))
        }
        await expect.poll(() => countDescriptors(root)).toBe(0)
        expect((await t.request('/')).text).toBe('alive')
      },
    )

    it.skipIf(!canCountDescriptors)(
      'leaves no descriptor behind in any other answer (counted in /proc)',
      async () => {
        t.app.use(t.webapp.static(root))
        t.app.get('/ended', (_req, res) => {
          res.sendFile(large, () => {})
          res.end()
        })
        const { etag } = (await t.request('/small.txt')).headers
        await t.request('/small.txt', { method: 'HEAD' })
        await t.request('/large.bin', { method: 'HEAD' })
        await t.request('/small.txt', { headers: { 'if-none-match': String(etag) } })
        await t.request('/small.txt', { headers: { 'if-match': '"x"' } })
        await t.request('/small.txt', { headers: { range: 'bytes=50-' } })
        await t.request('/large.bin', { headers: { range: 'bytes=5-400000' } })
        await t.request('/')
        await t.request('/ended')
        await expect.poll(() => countDescriptors(root)).toBe(0)
      },
    )
  })

  it('to a slow reader waits for it: little is read ahead', async () => {
    let response: Response | undefined
    let ahead = 0
    t.app.get('/', (_req, res) => {
      response = res
      res.sendFile(large)
    })
    const outgoing = request({ host: '127.0.0.1', port: await t.port(), agent: false }).end()
    const [incoming] = await once(outgoing, 'response')
    let received = 0
    for await (const chunk of incoming) {
      received += chunk.length
      ahead = Math.max(ahead, response?.writableLength ?? 0)
      await new Promise((resolve) => setImmediate(resolve))
    }
    expect(received).toBe(size)
    expect(ahead).toBeLessThan(2_000_000)
  })

  it('leaves as many listeners on a connection as it found', async () => {
    const counts: number[] = []
    t.app.use(({ socket }, _res, next) => {
      counts.push(socket.eventNames().reduce((sum, name) => sum + socket.listenerCount(name), 0))
      next()
    })
    t.app.use(t.webapp.static(root))
    const one = 'GET /large.bin HTTP/1.1\r\nHost: a\r\nRange: bytes=0-99999\r\n\r\n'
    await t.raw(one.repeat(20) + head('/small.txt'))
    expect(counts).toHaveLength(21)
    // Three are added once for each connection, behind its first request. And requests that wait in
    // line may find those of the one that is being answered.
    expect(Math.max(...counts)).toBeLessThanOrEqual((counts[0] ?? 0) + 5)
  })

  describe('that changes meanwhile', () => {
    const sizes: [string, number][] = [
      ['small', 1000],
      ['large', 5_000_000],
    ]

    it.each(sizes)('is never short and complete: a %s one that shrinks', async (_what, length) => {
      const path = join(root, `shrinks-${length}`)
      writeFile(path, Buffer.alloc(length, 'x'))
      t.app.use(t.webapp.static(root, { setHeaders: () => truncateSync(path, 500) }))
      t.app.get('/', (_req, res) => res.send('alive'))
      const bytes = await t.raw(head(`/shrinks-${length}`)).catch(() => 'reset')
      expect(isShortButComplete(bytes)).toBe(false)
      expect((await t.request('/')).text).toBe('alive')
    })

    it('is never short and complete: one that shrinks after its first bytes', async () => {
      const path = join(root, 'shrinks-late')
      writeFile(path, '')
      truncateSync(path, size)
      const called = new Promise((resolve) => {
        t.app.get('/', (_req, res) => res.sendFile(path, resolve))
      })
      const socket = connect(await t.port(), '127.0.0.1')
      socket.on('error', () => {})
      socket.write('GET / HTTP/1.1\r\nHost: a\r\n\r\n')
      let received = (await once(socket, 'data'))[0].length
      socket.pause()
      truncateSync(path, 0)
      socket.on('data', (chunk: Buffer) => {
        received += chunk.length
      })
      socket.resume()
      // Without a cut the client would wait here for bytes that never come.
      await hasClosed(socket)
      expect(received).toBeLessThan(size)
      expect(await called).toBeInstanceOf(Error)
    })

    it.each(sizes)('is sent as it was: a %s one that is replaced', async (what, length) => {
      const path = join(root, `replaced-${length}`)
      const next = join(root, `next-${length}`)
      writeFile(path, Buffer.alloc(length, 'x'))
      writeFile(next, what)
      t.app.use(t.webapp.static(root, { setHeaders: () => renameSync(next, path) }))
      const { body } = await t.request(`/replaced-${length}`)
      expect(body.equals(Buffer.alloc(length, 'x'))).toBe(true)
    })

    it.each(sizes)('is sent as long as it was: a %s one that grows', async (_what, length) => {
      const path = join(root, `grows-${length}`)
      writeFile(path, Buffer.alloc(length, 'x'))
      const more = createWriteStream(path, { flags: 'a' })
      t.app.use(t.webapp.static(root, { setHeaders: () => void more.end('more') }))
      const { body } = await t.request(`/grows-${length}`)
      expect(body.equals(Buffer.alloc(length, 'x'))).toBe(true)
    })
  })
})

function isShortButComplete(bytes: string): boolean {
  const end = bytes.indexOf('\r\n\r\n')
  const declared = bytes.match(/^content-length: (\d+)/im)?.[1]
  if (end === -1 || !/^HTTP\/1\.1 2/.test(bytes)) return false
  return declared === undefined || bytes.length - end - 4 === Number(declared)
}
