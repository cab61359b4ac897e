import crypto, { createHash } from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, describe, expect, it } from 'vitest'
import { createDigest } from '../../../src/runtime/digest.ts'

const builtin = crypto as { hash?: unknown }
const { hash } = builtin

function setHash(value: unknown): void {
  builtin.hash = value
  syncBuiltinESMExports()
}

const data = ['', 'abc', 'é€', '\ud800', 'x'.repeat(1000), Buffer.from([0, 255]), new Uint8Array(3)]

describe('createDigest(algorithm)', () => {
  afterEach(() => setHash(hash))

  it.each(['sha1', 'md5'] as const)('makes the %s of text and bytes', (algorithm) => {
    for (const each of data) {
      const wanted = createHash(algorithm).update(each).digest('base64')
      expect(createDigest(algorithm)(each)).toBe(wanted)
    }
  })

  it('asks crypto.hash where Node has it', () => {
    setHash((...args: unknown[]) => args.join(' '))
    expect(createDigest('sha1')('abc')).toBe('sha1 abc base64')
  })

  it.each(['sha1', 'md5'] as const)(
    'makes the same %s in a Node that has no crypto.hash',
    (name) => {
      setHash(undefined)
      const digest = createDigest(name)
      for (const each of data) {
        expect(digest(each)).toBe(createHash(name).update(each).digest('base64'))
      }
    },
  )
})
