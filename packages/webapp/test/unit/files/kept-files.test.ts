import { type Stats, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { keptFiles } from '../../../src/files/kept-files.ts'

describe('files that are kept', () => {
  it('are bounded in number, however small they are', () => {
    const stat: Stats = Object.assign(statSync('.'), { ctimeMs: 0 })
    for (let count = 0; count < 20_000; count++)
      keptFiles.keep(`/none/${count}`, stat, Buffer.alloc(0))
    expect(keptFiles.get('/none/0')).toBeUndefined()
    expect(keptFiles.get('/none/19999')).toBeDefined()
  })
})
