import { createHash } from 'node:crypto'
import { statSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import etag from 'etag'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { strongEtag as strong3, weakEtag as weak3 } from '../../../src/dialects/v3/etag.ts'
import { fileTag, strongEtag, textTagOf, weakEtag } from '../../../src/http/etag.ts'

// Digests of one block are computed in JavaScript. Beyond 16 KB, tags of the last texts are cached.
const lengths = [0, 1, 3, 4, 54, 55, 56, 63, 64, 250, 1000, 16 * 1024, 16 * 1024 + 1, 20_000]
const texts = lengths.map((length) => 'The quick brown fox. '.repeat(1000).slice(0, length))
const anyText = fc.oneof(
  fc.string({ unit: 'binary-ascii', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 300 }),
)

function md5Tag(text: string): string {
  const digest = createHash('md5').update(text).digest('base64').replace(/=+$/, '')
  return `"${Buffer.byteLength(text).toString(16)}-${digest}"`
}

function tagText(generate: unknown, text: string): string | undefined {
  return textTagOf(generate)?.(text, Buffer.byteLength(text))
}

describe('entity tags', () => {
  it.each(texts)('are those of the etag package (%#)', (text) => {
    expect(tagText(strongEtag, text)).toBe(etag(text))
    expect(tagText(weakEtag, text)).toBe(etag(text, { weak: true }))
  })

  it.each(texts)('of 3.x have the length and the MD5 (%#)', (text) => {
    expect(tagText(strong3, text)).toBe(md5Tag(text))
    expect(tagText(weak3, text)).toBe(`W/${md5Tag(text)}`)
  })

  it('are the same for any text and for its bytes', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        expect(tagText(strongEtag, text)).toBe(etag(text))
        expect(strongEtag(Buffer.from(text))).toBe(etag(text))
        expect(strongEtag(text, 'utf8')).toBe(etag(text))
        expect(tagText(strong3, text)).toBe(md5Tag(text))
        expect(strong3(Buffer.from(text))).toBe(md5Tag(text))
      }),
      { seed: 1, numRuns: 2000 },
    )
  })

  it('of large texts that end alike are told apart', () => {
    const texts = ['a', 'b', 'c', 'd', 'e', 'f'].map((first) => first + 'x'.repeat(20_000))
    for (const text of [...texts, ...texts, 'y', ...texts]) {
      expect(tagText(strongEtag, text)).toBe(etag(text))
    }
  })

  it('are the same tag, once marked as weak', () => {
    expect(weakEtag('hello')).toBe(`W/${strongEtag('hello')}`)
  })

  it('tag a text as its bytes, in the encoding that is given', () => {
    expect(strongEtag('c3a9', 'hex')).toBe(strongEtag('é'))
  })

  it('of functions that are not ours need bytes', () => {
    expect(textTagOf(() => 'x')).toBeUndefined()
    expect(textTagOf(undefined)).toBeUndefined()
  })
})

describe('fileTag(stat)', () => {
  it('is that of the etag package', () => {
    const stat = statSync(fileURLToPath(import.meta.url))
    expect(fileTag(stat)).toBe(etag(stat))
    stat.mtime = new Date(1.5)
    expect(fileTag(stat)).toBe(etag(stat))
  })
})
