import { afterEach, expect, it, vi } from 'vitest'
import { formData, multipart } from '../../src/multipart.ts'
import { describeDialects } from '../support/dialects.ts'

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

const field = form('')
const file = form('; filename="f"')

/** The most buffers that were kept until they were joined. */
let most = 0

function countBuffers(): void {
  most = 0
  const { concat } = Buffer
  vi.spyOn(Buffer, 'concat').mockImplementation((list, length) => {
    most = Math.max(most, list.length)
    return concat(list, length)
  })
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
      field,
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

describeDialects('a field in chunks of one byte', ['3.x'], (t) => {
  it('is not kept as one buffer for each byte', async () => {
    t.app.post('/', t.webapp.multipart(), (req, res) => {
      res.send(`read ${(req.body as { f: string }).f.length}`)
    })
    countBuffers()
    expect(await t.raw(field)).toContain(`read ${BYTES}`)
    expect(most).toBeLessThan(100)
  })
})

interface Files {
  readonly f?: readonly { readonly size: number }[]
}
