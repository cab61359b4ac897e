import { describe, expect, it } from 'vitest'
import { sniffType } from '../../../src/body/multipart.ts'

describe('types of files', () => {
  it('does not take a text for an image', () => {
    const type = (text: string) => sniffType(Buffer.from(text, 'latin1'))
    expect(type('BM<script>alert(1)')).toBeUndefined()
    expect(type('BM\x46\0\0\0\0\0\0\0\x36\0\0\0')).toBe('image/bmp')
    expect(type('<html>..WEBP')).toBeUndefined()
    expect(type('RIFF\0\0\0\0WEBPVP8 ')).toBe('image/webp')
    expect(type('RIFF\0\0\0\0WAVEfmt ')).toBe('audio/wav')
  })
})
