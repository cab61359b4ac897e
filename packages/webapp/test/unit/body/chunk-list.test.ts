import { describe, expect, it } from 'vitest'
import { ChunkList } from '../../../src/body/chunk-list.ts'

describe('a list of chunks', () => {
  it('has all bytes in order, whatever the sizes of the chunks', () => {
    const sizes = [0, 1, 5, 1023, 1024, 1, 1, 20_000, 7, 16_384, 1000, 1000]
    const chunks = Array.from({ length: 200 }, (_each, at) =>
      Buffer.alloc(sizes[at % sizes.length] ?? 0, at),
    )
    const list = new ChunkList()
    for (const chunk of chunks) list.add(chunk)
    expect(list.join().equals(Buffer.concat(chunks))).toBe(true)
  })

  it('does not copy a single chunk', () => {
    const list = new ChunkList()
    const chunk = Buffer.from('text')
    list.add(chunk)
    expect(list.join()).toBe(chunk)
    expect(new ChunkList().join()).toHaveLength(0)
  })
})
