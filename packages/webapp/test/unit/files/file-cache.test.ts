import { type Stats, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { fileCache } from '../../../src/files/file-cache.ts'

describe('files that are kept', () => {
  it('are bounded in number, however small they are', () => {
    const stat: Stats = Object.assign(statSync('.'), { ctimeMs: 0 })
    for (let count = 0; count < 20_000; count++)
      fileCache.add({ path: `/none/${count}`, stat, reader: '' }, Buffer.alloc(0))
    expect(fileCache.get('/none/0')).toBeUndefined()
    expect(fileCache.get('/none/19999')).toBeDefined()
  })
})
