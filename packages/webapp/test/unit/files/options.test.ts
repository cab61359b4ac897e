import { describe, expect, it } from 'vitest'
import { files } from '../../../src/dialects/v5/files.ts'
import { checkFileOptions, type FileOptions } from '../../../src/files/options.ts'

const check = (options: FileOptions) => checkFileOptions(options, files)

describe('checkFileOptions', () => {
  it('has defaults', () => {
    expect(check({})).toMatchObject({
      acceptRanges: true,
      cacheControl: 'public, max-age=0',
      dotfiles: 'ignore',
      etag: true,
      extensions: [],
      index: ['index.html'],
      lastModified: true,
      root: undefined,
      start: 0,
    })
  })

  it.each([
    [undefined, ['index.html']],
    [false, []],
    ['a.htm', ['a.htm']],
    [
      ['a', 'b'],
      ['a', 'b'],
    ],
    [[], []],
  ] as const)('reads index %j as %j', (index, expected) => {
    expect(check({ index } as object).index).toEqual(expected)
  })

  it.each([1, {}, [1], ['a', null], true])('refuses the list %j', (value) => {
    expect(() => check({ extensions: value as never })).toThrow(TypeError)
    expect(() => check({ index: value as never })).toThrow(TypeError)
  })

  it('refuses other words for dotfiles', () => {
    expect(() => check({ dotfiles: 'x' as never })).toThrow(TypeError)
  })
})
