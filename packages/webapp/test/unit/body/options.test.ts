import { describe, expect, it } from 'vitest'
import { type BodyOptions, checkBodyOptions } from '../../../src/body/options.ts'
import { bodies } from '../../../src/dialects/v5/bodies.ts'

const check = (options: BodyOptions) => checkBodyOptions(options, 'text/plain', bodies)

describe('checkBodyOptions', () => {
  it('has defaults', () => {
    expect(check({})).toMatchObject({ inflate: true, limit: 102_400 })
  })

  it.each([
    [5, 5],
    [0, 0],
    ['5', 5],
    ['1mb', 1_048_576],
    ['1.5kb', 1536],
    [null, 102_400],
    [Infinity, Infinity],
  ])('reads the limit %j as %i', (limit, expected) => {
    expect(check({ limit }).limit).toBe(expected)
  })

  it.each(['abc', '', Number.NaN, -1, '-5kb', true, {}, []])('refuses the limit %j', (limit) => {
    expect(() => check({ limit: limit as never })).toThrow(TypeError)
  })
})
