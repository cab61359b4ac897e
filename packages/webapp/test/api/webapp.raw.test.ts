import { expect, it } from 'vitest'
import { tellError } from '../fixtures/tell-error.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('webapp.raw(options)', ['5.x', '4.x'], (t) => {
  const post = (body: string | Uint8Array, type = 'application/octet-stream') =>
    t.request('/', { method: 'POST', body, headers: { 'content-type': type } })

  function echo(...options: Parameters<typeof t.webapp.raw>): void {
    t.app.use(t.webapp.raw(...options))
    t.app.all('/', (req, res) => {
      if (Buffer.isBuffer(req.body)) res.send(req.body)
      else res.json({ undefined: req.body === undefined })
    })
    t.app.use(tellError)
  }

  it('is middleware named rawParser of three parameters', () => {
    const middleware = t.webapp.raw()
    expect(middleware.name).toBe('rawParser')
    expect(middleware).toHaveLength(3)
  })

  it('gives every byte as it came', async () => {
    echo()
    const bytes = Buffer.from(Array.from({ length: 256 }, (_, index) => index))
    expect((await post(bytes)).body).toEqual(bytes)
  })

  it('gives a body of many packets byte for byte', async () => {
    echo({ limit: '5mb' })
    const bytes = Buffer.alloc(3_000_001)
    for (let at = 0; at < bytes.length; at++) bytes[at] = (at * 7) % 251
    expect((await post(bytes)).body.equals(bytes)).toBe(true)
  })

  it('gives an empty buffer for an empty body', async () => {
    t.app.use(t.webapp.raw())
    t.app.post('/', (req, res) => res.json([Buffer.isBuffer(req.body), req.body.length]))
    expect((await post('')).json()).toEqual([true, 0])
  })

  it('parses nothing without a body, and for other types', async () => {
    echo()
    expect((await t.request('/')).json()).toEqual({ undefined: t.dialect === '5.x' })
    expect((await post('x', 'text/plain')).json()).toEqual({ undefined: t.dialect === '5.x' })
  })

  it('minds no charset', async () => {
    echo()
    const answer = await post('é', 'application/octet-stream; charset=no-such-one')
    expect(answer.text).toBe('é')
  })

  it('keeps a byte order mark', async () => {
    echo()
    expect((await post('\ufeffx')).body).toEqual(Buffer.from('\ufeffx'))
  })
})
