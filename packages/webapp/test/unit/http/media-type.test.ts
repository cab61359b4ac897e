import { describe, expect, it } from 'vitest'
import {
  contentTypeOf,
  mediaTypeOf,
  withDefaultCharset,
  withUtf8,
} from '../../../src/http/media-type.ts'

describe('mediaTypeOf(name)', () => {
  it.each([
    ['html', 'text/html'],
    ['.html', 'text/html'],
    ['text/html', 'text/html'],
    ['text/html; level=1', 'text/html'],
    ['unknown-extension', 'application/octet-stream'],
  ])('of %j is %j', (name, type) => {
    expect(mediaTypeOf(name)).toBe(type)
  })
})

describe('contentTypeOf(name)', () => {
  it.each([
    ['html', 'text/html; charset=utf-8'],
    ['png', 'image/png'],
    ['text/html', 'text/html'],
    ['x/y; z=1', 'x/y; z=1'],
    ['unknown-extension', 'application/octet-stream'],
  ])('of %j is %j', (name, type) => {
    expect(contentTypeOf(name)).toBe(type)
  })
})

describe('withDefaultCharset(type)', () => {
  it.each([
    ['text/html', 'text/html; charset=utf-8'],
    ['application/json', 'application/json; charset=utf-8'],
    ['image/png', 'image/png'],
    ['text/html; charset=latin1', 'text/html; charset=latin1'],
    ['', false],
  ])('of %j is %j', (type, expected) => {
    expect(withDefaultCharset(type)).toBe(expected)
  })
})

describe('withUtf8(type)', () => {
  it.each([
    ['text/html', 'text/html; charset=utf-8'],
    ['text/html; charset=latin1', 'text/html; charset=utf-8'],
    ['text/plain; format=flowed; charset=latin1', 'text/plain; format=flowed; charset=utf-8'],
  ])('of %j is %j', (type, expected) => {
    expect(withUtf8(type)).toBe(expected)
  })
})
