import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strongEtag, weakEtag } from '../../../src/http/etag.ts'

describe('weakEtag and strongEtag', () => {
  it('are the same tag, once marked as weak', () => {
    expect(weakEtag('hello')).toBe(`W/${strongEtag('hello')}`)
  })

  it('tag a text as its bytes, in the encoding that is given', () => {
    expect(strongEtag('é')).toBe(strongEtag(Buffer.from('é')))
    expect(strongEtag('c3a9', 'hex')).toBe(strongEtag('é'))
  })

  it('tell different bodies apart, and equal ones not', () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), (a, b) => {
        expect(weakEtag(a) === weakEtag(b)).toBe(a === b)
      }),
      { seed: 1 },
    )
  })
})
