import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { firstForwarded } from '../../../src/http/x-forwarded.ts'

describe('firstForwarded(header)', () => {
  it.each<[string | string[] | undefined, string]>([
    [undefined, ''],
    ['', ''],
    ['a', 'a'],
    [' a , b', 'a'],
    [', b', ''],
    [['a', 'b'], 'a'],
  ])('of %j is %j', (header, first) => {
    expect(firstForwarded(header)).toBe(first)
  })

  it('is the trimmed text before the first comma, whatever follows', () => {
    fc.assert(
      fc.property(fc.array(fc.string(), { minLength: 1 }), (values) => {
        const header = values.join(',')
        expect(firstForwarded(header)).toBe(header.split(',')[0]?.trim())
      }),
      { seed: 1 },
    )
  })
})
