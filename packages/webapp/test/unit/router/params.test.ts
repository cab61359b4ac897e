import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeParams } from '../../../src/router/params.ts'

describe('mergeParams(own, parent)', () => {
  it.each([
    [{ a: '1' }, { b: '2' }, { a: '1', b: '2' }],
    [{ a: '1' }, { a: '2' }, { a: '1' }],
    [{ 0: 'x' }, { 0: 'y' }, { 0: 'y', 1: 'x' }],
    [
      { 0: 'x', 1: 'y', n: 'z' },
      { 0: 'a', 1: 'b' },
      { 0: 'a', 1: 'b', 2: 'x', 3: 'y', n: 'z' },
    ],
    [{ a: '1' }, { 0: 'y' }, { a: '1', 0: 'y' }],
    [{ 0: 'x' }, { a: 'y' }, { 0: 'x', a: 'y' }],
  ])('of %j and %j is %j', (own, parent, merged) => {
    expect({ ...mergeParams(own, parent) }).toEqual(merged)
  })

  it('takes its own by their names, where these are known', () => {
    const own = Object.assign(Object.create(null), { a: '1', b: '2' })
    const merged = mergeParams(own, { b: 'x', c: '3' }, ['a', 'b'])
    expect(merged).toEqual({ a: '1', b: '2', c: '3' })
    expect(Object.keys(merged)).toEqual(['b', 'c', 'a'])
  })

  it('has no prototype where it is alone and its names are known', () => {
    const alone = mergeParams({ a: '1' }, undefined, ['a'])
    expect(Object.getPrototypeOf(alone)).toBeNull()
    expect({ ...alone }).toEqual({ a: '1' })
  })

  it('is its own for a parent that is no object', () => {
    const own = { a: '1' }
    for (const parent of [undefined, null, 3, 'x']) {
      expect(mergeParams(own, parent as never)).toBe(own)
    }
  })

  it('loses no value, and changes neither side', () => {
    const captures = fc.array(fc.string(), { maxLength: 4 })
    const named = fc.dictionary(fc.constantFrom('a', 'b', 'c'), fc.string())
    fc.assert(
      fc.property(captures, captures, named, named, (ownList, parentList, ownNames, names) => {
        const own = { ...ownList, ...ownNames }
        const parent = { ...parentList, ...names }
        const before = JSON.stringify([own, parent])
        const merged = mergeParams(own, parent)
        expect(JSON.stringify([own, parent])).toBe(before)
        expect(merged).toMatchObject(ownNames)
        const numbers = [...parentList, ...ownList]
        if (ownList.length > 0 && parentList.length > 0) {
          expect(numbers.map((_value, index) => merged[index])).toEqual(numbers)
        }
      }),
      { seed: 1, numRuns: 500 },
    )
  })
})
