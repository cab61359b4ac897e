import { type Stats, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileCache, readerOf } from '../../../src/files/file-cache.ts'

describe('files that are kept', () => {
  it('are bounded in number, however small they are', () => {
    const stat: Stats = Object.assign(statSync('.'), { ctimeMs: 0 })
    for (let count = 0; count < 20_000; count++)
      fileCache.add({ path: `/none/${count}`, stat, reader: '' }, Buffer.alloc(0))
    expect(fileCache.get('/none/0')).toBeUndefined()
    expect(fileCache.get('/none/19999')).toBeDefined()
  })
})

describe('the user who reads a file', () => {
  it('is told by the effective user, the effective group and the other groups', () => {
    const system = { geteuid: () => 1, getegid: () => 2, getgroups: () => [2, 3] }
    const others = [
      { ...system, geteuid: () => 4 },
      { ...system, getegid: () => 4 },
      { ...system, getgroups: () => [2, 4] },
    ]
    expect(new Set([system, ...others].map(readerOf)).size).toBe(4)
    expect(readerOf({ ...system })).toBe(readerOf(system))
  })

  it('is always the same one on Windows, which lacks these functions', () => {
    expect(readerOf({ platform: 'win32' })).toBe(readerOf({}))
  })
})
