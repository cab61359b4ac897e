import { describe, expect, it, vi } from 'vitest'
import { parseParameters } from '../../../src/body/header-parameters.ts'

describe('parameters of a header', () => {
  it('searches a header of semicolons once', () => {
    const searched: string[] = []
    const { indexOf } = String.prototype
    const counted = vi.spyOn(String.prototype, 'indexOf').mockImplementation(function (
      this: string,
      sign,
      from,
    ) {
      searched.push(sign)
      return indexOf.call(this, sign, from)
    })
    try {
      const { parameters } = parseParameters(`form-data${';'.repeat(1000)}a; name="b"; c=d`)
      expect([...parameters]).toEqual([
        ['name', 'b'],
        ['c', 'd'],
      ])
    } finally {
      counted.mockRestore()
    }
    expect(searched.filter((sign) => sign === '=')).toHaveLength(2)
  })
})
