import { constants } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readingFlags } from '../../../src/files/open.ts'

describe('readingFlags', () => {
  it('are those for reading alone on Windows, which has no O_NONBLOCK', () => {
    expect(readingFlags({ O_RDONLY: 0 })).toBe(0)
  })

  it('do not wait for the writer of a named pipe elsewhere', () => {
    expect(readingFlags({ O_RDONLY: 0, O_NONBLOCK: 0x4 })).toBe(0x4)
    expect(readingFlags(constants)).toBe(constants.O_RDONLY | constants.O_NONBLOCK)
  })
})
