import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { files } from '../../../src/dialects/v5/files.ts'
import { chooseRange } from '../../../src/files/range.ts'

/** Node's own objects, of which only the headers are looked at. */
function choose(size: number, range: string) {
  const req = new IncomingMessage(new Socket())
  req.headers.range = range
  const res = new ServerResponse(req)
  return { res, span: chooseRange(req, res, { offset: 0, length: size }, files.readRange) }
}

describe('chooseRange', () => {
  it('counts from the offset of what may be seen', () => {
    const req = new IncomingMessage(new Socket())
    req.headers.range = 'bytes=2-3'
    const res = new ServerResponse(req)
    expect(chooseRange(req, res, { offset: 10, length: 5 }, files.readRange)).toEqual({
      offset: 12,
      length: 2,
    })
    expect(res.getHeader('Content-Range')).toBe('bytes 2-3/5')
    expect(res.statusCode).toBe(206)
  })

  it('never gives bytes outside the file, nor less than one, whatever is asked', () => {
    const number = fc.oneof(
      fc.nat(60).map(String),
      fc.constantFrom('', '-', 'a', ' ', '1e3', '99999999999999999999'),
    )
    const range = fc.tuple(number, number).map(([start, end]) => `${start}-${end}`)
    const header = fc.array(range, { maxLength: 5 }).map((ranges) => `bytes=${ranges.join(',')}`)
    fc.assert(
      fc.property(header, fc.nat(50), (text, size) => {
        try {
          const { span, res } = choose(size, text)
          if (res.statusCode !== 206) return span.offset === 0 && span.length === size
          return span.length > 0 && span.offset >= 0 && span.offset + span.length <= size
        } catch (error) {
          return (error as { status: number }).status === 416
        }
      }),
      { seed: 7, numRuns: 2000 },
    )
  })
})
