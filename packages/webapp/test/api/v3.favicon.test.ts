import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'

const path = '/favicon.ico'

describeDialects('webapp.favicon(path, options)', ['3.x'], (t) => {
  it('has an icon of its own', async () => {
    t.app.use(t.webapp.favicon())
    const answer = await t.request(path)
    expect(answer.headers).toMatchObject({
      'content-type': 'image/x-icon',
      'cache-control': 'public, max-age=31536000',
      'content-length': String(answer.body.length),
    })
    const { body } = answer
    const [reserved, type, count] = [0, 2, 4].map((at) => body.readUInt16LE(at))
    expect([reserved, type, count, body[6], body[7]]).toEqual([0, 1, 1, 16, 16])
    // One image of the declared size, at the declared place, is the rest of the file.
    expect(body.readUInt32LE(14) + body.readUInt32LE(18)).toBe(body.length)
    expect(body.readUInt32LE(22)).toBe(40)
  })

  it('refuses a maxAge that it does not understand', () => {
    expect(() => t.webapp.favicon('', { maxAge: 'long' })).toThrow(
      'option maxAge "long" is invalid',
    )
  })
})
