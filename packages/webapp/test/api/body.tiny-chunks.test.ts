import type { IncomingMessage } from 'node:http'
import { afterEach, expect, it, vi } from 'vitest'
import { formData, multipart } from '../../src/multipart.ts'
import { describeDialects, factories } from '../support/dialects.ts'

const BYTES = 3000

/** A request whose body has a chunk for each byte. */
function inTinyChunks(type: string, body: string): string {
  const chunks = Array.from(body, (char) => `1\r\n${char}\r\n`).join('')
  return `POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`
}

function form(disposition: string): string {
  const head = `Content-Disposition: form-data; name="f"${disposition}`
  return inTinyChunks(
    'multipart/form-data; boundary=B',
    `--B\r\n${head}\r\n\r\n${'x'.repeat(BYTES)}\r\n--B--\r\n`,
  )
}

const fieldForm = form('')
const file = form('; filename="f"')

/** The most buffers that were kept until they were joined, and the bytes of all. */
let most = 0
let joined = 0

function countBuffers(): void {
  vi.restoreAllMocks()
  most = 0
  joined = 0
  const { concat } = Buffer
  vi.spyOn(Buffer, 'concat').mockImplementation((list, length) => {
    most = Math.max(most, list.length)
    for (const { length: bytes } of list) joined += bytes
    return concat(list, length)
  })
}

/** Forms whose syntax is long. Each has the field `f` with the content `x`. */
const syntax = Object.entries({
  padding: `--B${' \t'.repeat(BYTES / 2)}\r\n${field('')}--B--`,
  'padding behind each boundary': `${`--B${' '.repeat(BYTES / 3)}\r\n${field('')}`.repeat(3)}--B--`,
  'a long header': `--B\r\n${field(`\r\nX: ${'y'.repeat(BYTES)}`)}--B--`,
  'a long header over lines': `--B\r\n${field(`\r\nX: ${'y\r\n '.repeat(BYTES / 4)}`)}--B--`,
  'a preamble of almost boundaries': `${'\r\n--A'.repeat(BYTES / 5)}\r\n--B\r\n${field('')}--B--`,
  'an epilogue': `--B\r\n${field('')}--B--${' '.repeat(BYTES)}\r\n--B`,
})

function field(headers: string): string {
  return `Content-Disposition: form-data; name="f"${headers}\r\n\r\nx\r\n`
}

afterEach(() => void vi.restoreAllMocks())

describeDialects('a body in chunks of one byte', ['5.x', '4.x', '3.x'], (t) => {
  it('is not kept as one buffer for each byte', async () => {
    t.app.post('/', t.webapp.json(), multipart(), (req, res) => {
      const { body, files } = req as { body?: Record<string, string>; files?: Files }
      res.send(`read ${body?.f?.length ?? files?.f?.[0]?.size}`)
    })
    countBuffers()
    for (const request of [
      inTinyChunks('application/json', JSON.stringify({ f: 'x'.repeat(BYTES) })),
      fieldForm,
      file,
    ]) {
      expect(await t.raw(request)).toContain(`read ${BYTES}`)
      expect(most).toBeLessThan(100)
    }
  })

  it('is not kept so by formData()', async () => {
    t.app.post('/', (req, res, next) => {
      const read = async () => (await formData(req)).get('f') as File
      read().then(({ size }) => void res.send(`read ${size}`), next)
    })
    countBuffers()
    expect(await t.raw(file)).toContain(`read ${BYTES}`)
    expect(most).toBeLessThan(100)
  })
})

describeDialects('the syntax of a form in chunks of one byte', ['5.x', '4.x', '3.x'], (t) => {
  const parsers = {
    memory: multipart(),
    disk: multipart({ storage: 'disk' }),
    formData: (req: IncomingMessage & { body?: unknown }, _res: unknown, next: () => void) => {
      formData(req).then((form) => {
        req.body = { f: form.getAll('f').flat() }
        next()
      }, next)
    },
  }

  it.each(syntax)('is not copied again with each byte: %s', async (_, text) => {
    const all = { ...parsers, ...(t.dialect === '3.x' && { own: factories['3.x'].multipart() }) }
    for (const [name, parser] of Object.entries(all)) {
      t.app.post(`/${name}`, parser as never, (req, res) => {
        const { f } = req.body as { f: string | string[] }
        res.send(`read ${[f].flat().join('')}`)
      })
    }
    for (const name of Object.keys(all)) {
      countBuffers()
      const request = inTinyChunks('multipart/form-data; boundary=B', text)
      const fields = 'x'.repeat(text.split('"f"').length - 1)
      expect(await t.raw(request.replace('/', `/${name}`))).toMatch(new RegExp(`read ${fields}$`))
      expect(joined).toBeLessThan(20 * text.length)
    }
  })
})

describeDialects('a field in chunks of one byte', ['3.x'], (t) => {
  it('is not kept as one buffer for each byte', async () => {
    t.app.post('/', t.webapp.multipart(), (req, res) => {
      res.send(`read ${(req.body as { f: string }).f.length}`)
    })
    countBuffers()
    expect(await t.raw(fieldForm)).toContain(`read ${BYTES}`)
    expect(most).toBeLessThan(100)
  })
})

interface Files {
  readonly f?: readonly { readonly size: number }[]
}
