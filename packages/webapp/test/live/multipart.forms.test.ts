import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { multipart, parts } from '../../src/multipart.ts'
import { KeptConnection } from '../fixtures/kept-connection.ts'
import { describeDialects } from '../support/dialects.ts'

const headers = { 'content-type': 'multipart/form-data; boundary=B' }
const END = '--B--\r\n'

function part(rest: string, content: string): string {
  return `--B\r\nContent-Disposition: form-data; ${rest}\r\n\r\n${content}\r\n`
}

interface Form {
  readonly body: Readonly<Record<string, string>>
  readonly files: Readonly<Record<string, { filename: string; size: number }[]>>
}

describeDialects('the parts of a form', ['5.x', '4.x', '3.x'], (t) => {
  let directory = ''
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'webapp-uploads-'))
    t.app.set('env', 'test')
  })
  afterEach(() => rmSync(directory, { recursive: true, force: true }))

  /** Posts a form to a parser for each storage, and returns what they read. */
  async function post(body: string, options: Parameters<typeof multipart>[0] = {}) {
    for (const storage of ['memory', 'disk'] as const) {
      t.app.post(`/${storage}`, multipart({ ...options, storage, directory }), (req, res) => {
        const { body: fields, files } = req as unknown as Form
        const named = Object.values(files ?? {}).flat()
        res.json([fields, named.map(({ filename, size }) => [filename, size])])
      })
    }
    const request = { method: 'POST', headers, body }
    const [memory, disk] = [await t.request('/memory', request), await t.request('/disk', request)]
    expect(disk.status).toBe(memory.status)
    if (memory.status !== 200) return { status: memory.status }
    expect(disk.text).toBe(memory.text)
    return { status: 200, read: memory.json() }
  }

  it('are files with the name file, if nothing of their names may stay', async () => {
    const names = ['..', 'a/', '', ' . ']
    const all = names.map((name) => part(`name="f"; filename="${name}"`, 'content'))
    const { read } = await post(all.join('') + END)
    expect(read).toEqual([{}, names.map(() => ['file', 7])])
  })

  it('are files without content, unless their names are empty', async () => {
    const all = ['..', '', 'a'].map((name) => part(`name="f"; filename="${name}"`, ''))
    expect((await post(all.join('') + END)).read).toEqual([
      {},
      [
        ['file', 0],
        ['a', 0],
      ],
    ])
  })

  it('are fields, if they have no file name', async () => {
    const field = part('name="f"\r\nContent-Type: application/octet-stream', 'bytes')
    expect((await post(field + END)).read).toEqual([{ f: 'bytes' }, []])
  })

  it('do not count as files, if they are inputs without a file', async () => {
    const empty = part('name="f"; filename=""', '')
    const options = { limits: { files: 1 }, files: { g: {} } }
    const file = part('name="g"; filename=""', 'x')
    expect((await post(empty.repeat(21) + file + END, options)).status).toBe(200)
  })

  it('count as files without a name, if they have content', async () => {
    const file = part('name="f"; filename=""', 'x')
    expect((await post(file.repeat(2) + END, { limits: { files: 1 } })).status).toBe(413)
  })

  it('are not expected in a request with Content-Length: 0', async () => {
    t.app.post('/', multipart(), (req, res) => void res.json('files' in req))
    const answer = await t.request('/', { method: 'POST', headers, body: '' })
    expect([answer.status, answer.text]).toEqual([200, 'false'])
  })

  it('have their whole size, if a storage function does not read them', async () => {
    const storage = async () => ({})
    t.app.post('/', multipart({ storage }), (req, res) => {
      res.json((req as unknown as Form).files.f?.map(({ size }) => size))
    })
    const body = part('name="f"; filename="a"', 'x'.repeat(300_000)) + END
    expect((await t.request('/', { method: 'POST', headers, body })).json()).toEqual([300_000])
  })

  it('cannot be read, if the body was read before', async () => {
    t.app.post('/', async (req, res) => {
      for await (const _chunk of req);
      if (!req.destroyed) await once(req, 'close')
      expect(() => parts(req)).toThrow('stream is not readable')
      res.send('refused')
    })
    const body = part('name="f"', 'x') + END
    const answer = await t.request('/', { method: 'POST', headers, body })
    expect(answer.text).toBe('refused')
  })

  it('fail, if a storage function rejects without an error', async () => {
    const storage = async () => {
      throw undefined
    }
    t.app.post('/', multipart({ storage }), (_req, res) => void res.send('handled'))
    const body = part('name="f"; filename="a"', 'x') + END
    const answer = await t.request('/', { method: 'POST', headers, body })
    expect(answer.status).toBe(500)
    expect(answer.text).toContain('A storage function rejected with undefined')
  })

  it('do not stop the connection, if the program does not read them', async () => {
    t.app.post('/created', (req, res) => {
      parts(req)
      res.send('created')
    })
    t.app.get('/next', (_req, res) => void res.send('next'))
    let failure: Promise<unknown> | undefined
    t.app.post('/first', (req, res, next) => {
      const iterator = parts(req)
      iterator.next().then(() => {
        res.once('close', () => {
          failure = iterator.next().catch((error: unknown) => error)
        })
        res.send('first')
      }, next)
    })
    const body = part('name="f"; filename="a"', 'x'.repeat(1_000_000)) + END
    const client = new KeptConnection(await t.port())
    for (const name of ['created', 'first']) {
      const head = `POST /${name} HTTP/1.1\r\nHost: a\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`
      expect(await client.ask(head + body, name)).toContain(' 200 ')
    }
    const head = 'GET /next HTTP/1.1\r\nHost: a\r\n\r\n'
    expect(await client.ask(head, 'next')).toContain(' 200 ')
    expect(String(await failure)).toContain('The response was sent before the form was read')
    client.socket.destroy()
  })

  it('can be read in a loop after the response was sent', async () => {
    const sizes: number[] = []
    t.app.post('/', (req, res, next) => {
      const read = async () => {
        for await (const each of parts(req)) {
          if (!res.headersSent) res.send('sent')
          await new Promise((resolve) => setImmediate(resolve))
          sizes.push((await each.bytes()).length)
        }
      }
      read().catch(next)
    })
    const file = part('name="f"; filename="a"', 'x'.repeat(200_000))
    const body = file.repeat(3) + END
    const client = new KeptConnection(await t.port())
    const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`
    expect(await client.ask(head + body, 'sent')).toContain(' 200 ')
    await expect.poll(() => sizes).toEqual([200_000, 200_000, 200_000])
    client.socket.destroy()
  })
})

describe('limits.headerBytes', () => {
  it('does not depend on the borders of chunks', async () => {
    const form = Buffer.from(part('name="a"', '1') + END)
    const headerBytes = 'Content-Disposition: form-data; name="a"'.length
    const read = async (most: number, cut: number) => {
      const chunks = [form.subarray(0, cut), form.subarray(cut)]
      const source = Readable.from(chunks, { objectMode: false })
      const req = Object.assign(source, { headers, complete: true }) as never
      for await (const each of parts(req, { limits: { headerBytes: most } })) await each.text()
    }
    for (let cut = 1; cut < form.length; cut++) {
      await read(headerBytes, cut)
      await expect(read(headerBytes - 1, cut)).rejects.toMatchObject({ status: 413 })
    }
  })
})
