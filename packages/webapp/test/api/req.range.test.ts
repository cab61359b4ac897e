import { expect, it } from 'vitest'
import type { RangeOptions } from '../../src/types/v5/public.ts'
import { describeDialects } from '../support/dialects.ts'

describeDialects('req.range(size, options)', ['5.x', '4.x'], (t) => {
  async function rangesOf(header: string | undefined, size: number, options?: RangeOptions) {
    t.app.get('/', (req, res) => {
      const ranges = req.range(size, options)
      res.json({ ranges, type: (ranges as { type?: string } | undefined)?.type })
    })
    return (await t.request('/', header === undefined ? {} : { headers: { Range: header } })).json()
  }

  it('is undefined without the header', async () => {
    expect(await rangesOf(undefined, 120)).toEqual({})
  })

  it('gives the ranges and their type', async () => {
    expect(await rangesOf('bytes=0-50,51-100', 120)).toEqual({
      ranges: [
        { start: 0, end: 50 },
        { start: 51, end: 100 },
      ],
      type: 'bytes',
    })
  })

  it.each([
    ['bytes=-5', { start: 115, end: 119 }],
    ['bytes=100-', { start: 100, end: 119 }],
    ['bytes=50-999', { start: 50, end: 119 }],
  ])('reads %s', async (header, range) => {
    expect(await rangesOf(header, 120)).toEqual({ ranges: [range], type: 'bytes' })
  })

  it('knows other units', async () => {
    expect(await rangesOf('users=0-', Number.POSITIVE_INFINITY)).toEqual({
      ranges: [{ start: 0, end: null }], // Infinity in JSON
      type: 'users',
    })
  })

  it('combines overlapping and adjacent ranges when asked to', async () => {
    expect(await rangesOf('bytes=0-50,51-100,90-110', 120, { combine: true })).toEqual({
      ranges: [{ start: 0, end: 110 }],
      type: 'bytes',
    })
  })

  it.each([
    ['bytes=500-', -1],
    ['bytes=5-2', -1],
    ['malformed', -2],
  ])('answers %s with %i', async (header, code) => {
    expect(await rangesOf(header, 120)).toEqual({ ranges: code })
  })
})
