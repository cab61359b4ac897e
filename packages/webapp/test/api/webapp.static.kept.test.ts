import { AsyncLocalStorage } from 'node:async_hooks'
import fs, {
  chmodSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import type { RequestListener, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { exchangeRaw } from '../support/exchange.ts'

describeDialects('files that are kept', ['5.x', '4.x', '3.x'], (t) => {
  let folder = ''

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'webapp-kept-'))
  })

  afterAll(() => {
    rmSync(folder, { recursive: true, force: true })
  })

  /** A file that was changed long enough ago to be kept, and has been asked for twice. */
  async function keep(name: string, text: string): Promise<string> {
    const file = join(folder, name)
    writeFileSync(file, text)
    await delay(120)
    t.app.use(t.webapp.static(folder))
    await t.request(`/${name}`)
    const kept = await t.request(`/${name}`)
    expect(kept.text).toBe(text)
    return file
  }

  it('are sent like others, header for header', async () => {
    const file = join(folder, 'same.txt')
    writeFileSync(file, 'the same')
    await delay(120)
    t.app.use(t.webapp.static(folder))
    const answers = []
    for (let count = 0; count < 3; count++) answers.push(await t.request('/same.txt'))
    const [first, ...others] = answers.map(({ status, headers, text }) => {
      return { status, text, headers: { ...headers, date: '' } }
    })
    for (const other of others) expect(other).toEqual(first)
  })

  t.only('4.x', () => {
    it('have the types that a program defines later', async () => {
      const { mime } = t.webapp.static as unknown as { mime: Mime }
      await keep('typed.kept', 'text')
      const typeOf = async () => (await t.request('/typed.kept')).headers['content-type']
      expect(await typeOf()).toBe('application/octet-stream')
      mime.define({ 'text/x-kept': ['kept'] })
      expect(await typeOf()).toBe('text/x-kept; charset=UTF-8')
      mime.types.kept = 'image/kept'
      expect(await typeOf()).toBe('image/kept')
      delete mime.types.kept
      mime.default_type = undefined
      expect(await typeOf()).toBeUndefined()
      t.app.get('/sent', (_req, res) => res.sendFile(join(folder, 'typed.kept')))
      expect((await t.request('/sent')).headers['content-type']).toBeUndefined()
      mime.default_type = 'application/octet-stream'
      expect(await typeOf()).toBe('application/octet-stream')
    })
  })

  it('are read again when their content changes, even in the same size', async () => {
    await keep('edited.txt', 'one')
    writeFileSync(join(folder, 'edited.txt'), 'two')
    expect((await t.request('/edited.txt')).text).toBe('two')
    writeFileSync(join(folder, 'edited.txt'), 'three')
    expect((await t.request('/edited.txt')).text).toBe('three')
  })

  it('are read again when their time of modification was put back', async () => {
    const file = await keep('back.txt', 'one')
    const { atime, mtime } = statSync(file)
    writeFileSync(file, 'two')
    utimesSync(file, atime, mtime)
    expect((await t.request('/back.txt')).text).toBe('two')
  })

  it('are read again when another file takes their place', async () => {
    const file = await keep('replaced.txt', 'one')
    writeFileSync(join(folder, 'new.txt'), 'two')
    renameSync(join(folder, 'new.txt'), file)
    expect((await t.request('/replaced.txt')).text).toBe('two')
  })

  it('are read again behind a request of the same connection that changed them', async () => {
    const file = await keep('pipelined.txt', 'one')
    t.app.post('/change', (_req, res) => {
      writeFileSync(file, 'two')
      res.send('changed')
    })
    const bytes = await exchangeRaw(
      await t.port(),
      [...['GET /pipelined.txt', 'POST /change', 'GET /pipelined.txt'].map(head), LAST].join(''),
    )
    // The first response may have either content: it is sent while the handler changes the file.
    expect(bytes.match(/(?<=\r\n\r\n)(?:one|two|changed)/g)?.slice(1)).toEqual(['changed', 'two'])
  })

  it('need one look at the file for requests that come together', async () => {
    await keep('together.txt', 'one')
    const looked = vi.spyOn(fs, 'stat')
    onTestFinished(() => looked.mockRestore())
    const count = 8
    const heads = Array.from({ length: count }, () => head('GET /together.txt'))
    const bytes = await exchangeRaw(await t.port(), [...heads, LAST].join(''))
    expect(bytes.match(/\r\n\r\none/g)).toHaveLength(count)
    expect(looked.mock.calls.length).toBeLessThan(count)
  })

  t.only('5.x', () => {
    it('keep the async context of each request', async () => {
      const file = await keep('context.txt', 'one')
      const storage = new AsyncLocalStorage<string>()
      const seen: unknown[] = []
      t.app.get('/sent/:id', (req, res) => {
        const id = String(req.params.id)
        storage.run(id, () => {
          res.sendFile(file, () => seen.push([id, storage.getStore()]))
        })
      })
      const paths = ['GET /sent/a', 'GET /sent/b', 'GET /sent/c'].map(head)
      await exchangeRaw(await t.port(), [...paths, LAST].join(''))
      // The file system is asked for each of them at the same time, in no order.
      expect(seen.sort()).toEqual([
        ['a', 'a'],
        ['b', 'b'],
        ['c', 'c'],
      ])
    })
  })

  it('are missing when they are gone', async () => {
    const file = await keep('gone.txt', 'one')
    rmSync(file)
    expect((await t.request('/gone.txt')).status).toBe(404)
  })

  it('follow a change within the clock tick of the file system', async () => {
    t.app.use(t.webapp.static(folder))
    const file = join(folder, 'quick.txt')
    for (let count = 0; count < 40; count++) {
      writeFileSync(file, `version ${String(count).padStart(3, '0')}`)
      expect((await t.request('/quick.txt')).text).toBe(`version ${String(count).padStart(3, '0')}`)
    }
  })

  it('answer conditions, ranges and HEAD from what is kept', async () => {
    await keep('ranges.txt', '0123456789')
    const whole = await t.request('/ranges.txt')
    const etag = String(whole.headers.etag)
    expect((await t.request('/ranges.txt', { headers: { 'If-None-Match': etag } })).status).toBe(
      304,
    )
    const part = await t.request('/ranges.txt', { headers: { Range: 'bytes=2-4' } })
    expect([part.status, part.text]).toEqual([206, '234'])
    const head = await t.request('/ranges.txt', { method: 'HEAD' })
    expect([head.status, head.headers['content-length'], head.text]).toEqual([200, '10', ''])
  })

  it('stay as they are when middleware writes into what it is given', async () => {
    await keep('own.txt', 'precious')
    const scribbling = t.webapp()
    scribbling.use((_req: unknown, res: ServerResponse, next: () => void) => {
      const write = res.write as (...args: unknown[]) => boolean
      res.write = (...args: unknown[]) => {
        if (Buffer.isBuffer(args[0])) args[0].fill('x')
        return write.apply(res, args)
      }
      next()
    })
    scribbling.use(t.webapp.static(folder))
    const changed = await t.requestFrom(scribbling as RequestListener, '/own.txt')
    expect(changed.text).toBe('xxxxxxxx')
    expect((await t.request('/own.txt')).text).toBe('precious')
  })

  it.skipIf(process.getuid?.() === 0)('are refused when they become unreadable', async () => {
    const file = await keep('secret.txt', 'one')
    chmodSync(file, 0o000)
    expect((await t.request('/secret.txt')).status).toBe(500)
  })
})

const head = (line: string) => `${line} HTTP/1.1\r\nHost: example.com\r\n\r\n`

/** Ends a connection. */
const LAST = 'GET /none HTTP/1.1\r\nHost: example.com\r\nConnection: close\r\n\r\n'

interface Mime {
  types: Record<string, string>
  default_type: string | undefined
  define(types: Record<string, string[]>): void
}
