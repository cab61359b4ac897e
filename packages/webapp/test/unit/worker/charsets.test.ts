import iconv from 'iconv-lite'
import { describe, expect, it } from 'vitest'
import { decode, encodingExists } from '../../../src/worker/charsets.ts'

describe('the charsets of workers', () => {
  it.each([
    ['utf-8', 'naïve ☃'],
    ['utf-16le', 'naïve ☃'],
    ['iso-8859-1', 'naïve'],
    ['windows-1251', 'привет'],
    ['iso-8859-2', 'žluťoučký'],
    ['koi8-r', 'привет'],
    ['shift_jis', 'こんにちは'],
    ['gb18030', '你好'],
  ])('are read as by iconv-lite: %s', (charset, text) => {
    const bytes = iconv.encode(text, charset)
    expect(encodingExists(charset)).toBe(true)
    expect(decode(bytes, charset)).toBe(text)
    expect(decode(bytes, charset)).toBe(iconv.decode(bytes, charset))
  })

  it('have no byte order mark in the text', () => {
    expect(decode(Buffer.from('\ufeffa', 'utf16le'), 'utf-16')).toBe('a')
  })

  it('are those that the runtime knows', () => {
    expect(encodingExists('utf-7')).toBe(false)
    expect(encodingExists('nonsense')).toBe(false)
  })
})
