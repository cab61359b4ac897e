import { describe, expect, it } from 'vitest'
import { decodeText, isKnownCharset, unsupportedCharset } from '../../../src/body/charset.ts'

describe('decodeText', () => {
  it('agrees with Node on UTF-8, but for a byte order mark', () => {
    for (const text of ['', 'a', 'é', '诸葛亮', '🚀', 'a\ufeffb']) {
      expect(decodeText(Buffer.from(text), 'utf-8')).toBe(text)
      expect(decodeText(Buffer.from(`\ufeff${text}`), 'utf-8')).toBe(text)
    }
  })

  it('reads other charsets', () => {
    expect(decodeText(Buffer.from([0xe9]), 'iso-8859-1')).toBe('é')
    expect(decodeText(Buffer.from('é', 'utf16le'), 'utf-16le')).toBe('é')
  })
})

describe('charsets', () => {
  it('are known or not', () => {
    expect(['utf-8', 'koi8-r', 'utf-32', 'gbk'].every(isKnownCharset)).toBe(true)
    expect(['', 'x', '__proto__', 'constructor', 'utf-99'].some(isKnownCharset)).toBe(false)
  })

  it('that are not known make an error that names them', () => {
    expect(unsupportedCharset('x')).toMatchObject({ status: 415, charset: 'x' })
  })
})
