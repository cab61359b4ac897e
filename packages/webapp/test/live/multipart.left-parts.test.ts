import { once } from 'node:events'
import { connect } from 'node:net'
import { addAbortSignal, Readable } from 'node:stream'
import { expect, it } from 'vitest'
import { type FilePart, multipart, parts } from '../../src/multipart.ts'
import { describeDialects } from '../support/dialects.ts'

// A program that has seen enough of a part leaves it. The rest of the part is skipped.

const BOUNDARY = 'X-boundary'
const headers = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` }
const END = `--${BOUNDARY}--\r\n`

function part(disposition: string, content: string): string {
  return `--${BOUNDARY}\r\nContent-Disposition: form-data; ${disposition}\r\n\r\n${content}\r\n`
}

function file(name: string, size: number): string {
  return part(`name="${name}"; filename="${name}.txt"`, name.repeat(size))
}

interface Form {
  readonly body: object
  readonly files: Readonly<Record<string, { size: number; stored: unknown }[]>>
}

/** Ways to leave a part, each after at most one chunk. */
const ways: Record<string, (file: Readable) => unknown> = {
  'does not read it': () => {},
  'breaks its loop': async (file) => {
    for await (const _chunk of file) break
  },
  'returns from its loop': async (file) => {
    for await (const chunk of file) return chunk.length > 0
    return false
  },
  'throws in its loop, and catches the error': async (file) => {
    const read = async () => {
      for await (const _chunk of file) throw new Error('enough')
    }
    await read().catch(() => {})
  },
  'breaks a loop that does not destroy the part': async (file) => {
    for await (const _chunk of file.iterator({ destroyOnReturn: false })) break
  },
  'destroys it': (file) => void file.destroy(),
  'destroys it with an error': (file) => void file.destroy(new Error('enough')),
  'destroys it after the first bytes': async (file) => {
    await once(file, 'readable')
    file.read(1)
    file.destroy()
  },
  'reads the first bytes': async (file) => {
    await once(file, 'readable')
    file.read(1)
  },
  'leaves a listener behind': async (file) => {
    file.on('readable', () => {})
    await once(file, 'readable')
  },
  'pauses after the first chunk': async (file) => {
    await once(file, 'data')
    file.pause()
  },
  'aborts its signal': async (file) => {
    const controller = new AbortController()
    addAbortSignal(controller.signal, file)
    await once(file, 'readable')
    controller.abort()
  },
  'cancels it as a web stream': async (file) => {
    const reader = Readable.toWeb(file).getReader()
    await reader.read()
    await reader.cancel()
  },
  'cancels it as a web stream, with a reason': async (file) => {
    const reader = Readable.toWeb(file).getReader()
    await reader.read()
    await reader.cancel(new Error('enough'))
  },
}

describeDialects('a storage function', ['5.x', '4.x', '3.x'], (t) => {
  const body = `${part('name="a"', '1')}${file('f', 2_000_000)}${part('name="b"', '2')}${file('g', 10)}${file('f', 300_000)}${END}`

  /** Reads `f` in one of the ways, and counts the bytes of `g`. */
  function mount(leave: (file: Readable) => unknown, limits = {}) {
    const removed: string[] = []
    const storage = async (one: FilePart) => {
      if (one.name === 'f') await leave(one)
      const length = one.name === 'f' ? 'left' : (await one.bytes()).length
      return { length, remove: () => void removed.push(one.name) }
    }
    t.app.set('env', 'test')
    t.app.post('/', multipart({ storage, limits }), (req, res) => {
      const { body, files } = req as unknown as Form
      const list = Object.values(files).flat()
      res.json([body, list.map(({ size, stored }) => [size, (stored as { length: 0 }).length])])
    })
    return removed
  }

  it.each(Object.entries(ways))('that %s gets the rest of the form', async (_way, leave) => {
    const removed = mount(leave)
    const answer = await t.request('/', { method: 'POST', headers, body })
    expect([answer.status, answer.text]).toEqual([200, answer.text])
    const sizes = [
      [2_000_000, 'left'],
      [300_000, 'left'],
      [10, 10],
    ]
    expect(answer.json()).toEqual([{ a: '1', b: '2' }, sizes])
    expect(removed).toEqual([])
  })

  it.each(Object.entries(ways))('that %s does not evade the limits', async (_way, leave) => {
    const limits = { fileSize: 1_000_000 }
    const removed = mount(leave, limits)
    const answer = await t.request('/', { method: 'POST', headers, body })
    expect(answer.status).toBe(413)
    expect(answer.text).toContain('fileSize')
    expect(removed).toEqual(['f'])
  })

  it.each(Object.entries(ways))('that %s is undone if the client leaves', async (_way, leave) => {
    let left = () => {}
    const hasLeft = new Promise<void>((resolve) => {
      left = resolve
    })
    const removed = mount(async (one) => {
      await leave(one)
      left()
    })
    const failed = new Promise<{ type?: string }>((resolve) => {
      t.app.use(((error: object, _req: unknown, _res: unknown, _next: unknown) => {
        resolve(error)
      }) as never)
    })
    const socket = connect(await t.port(), '127.0.0.1')
    socket.on('error', () => {})
    const head = `POST / HTTP/1.1\r\nHost: a\r\nContent-Type: ${headers['content-type']}\r\nContent-Length: ${body.length}\r\n\r\n`
    socket.write(head + body.slice(0, 100_000))
    await hasLeft
    socket.destroy()
    expect((await failed).type).toBe('request.aborted')
    expect(removed).toEqual(['f'])
  })

  it('that rejects after it has left its loop fails the request', async () => {
    const removed = mount(async (one) => {
      for await (const _chunk of one) break
      throw Object.assign(new Error('refused'), { status: 422, expose: true })
    })
    const answer = await t.request('/', { method: 'POST', headers, body })
    expect([answer.status, answer.text.includes('refused')]).toEqual([422, true])
    expect(removed).toEqual([])
  })
})

describeDialects('a loop over parts()', ['5.x', '4.x', '3.x'], (t) => {
  it.each(Object.entries(ways))('that %s gets the next parts', async (_way, leave) => {
    t.app.post('/', (req, res, next) => {
      const read = async () => {
        const names: string[] = []
        for await (const one of parts(req as never)) {
          names.push(one.name)
          if (one.isFile) await leave(one)
          else names.push(await one.text())
        }
        return names
      }
      read().then((names) => res.json(names), next)
    })
    const body = `${file('f', 2_000_000)}${part('name="a"', '1')}${file('g', 10)}${END}`
    const answer = await t.request('/', { method: 'POST', headers, body })
    expect(answer.json()).toEqual(['f', 'a', '1', 'g'])
  })
})
