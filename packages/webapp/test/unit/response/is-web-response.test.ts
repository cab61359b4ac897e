import { describe, expect, it } from 'vitest'
import { isWebResponse } from '../../../src/response/is-web-response.ts'

describe('isWebResponse(value)', () => {
  it('accepts responses of fetch, with and without a body', () => {
    expect(isWebResponse(new Response('text'))).toBe(true)
    expect(isWebResponse(new Response(null, { status: 204 }))).toBe(true)
  })

  it('refuses other values', () => {
    for (const value of [undefined, null, 'Response', 7, {}, { body: null }, () => {}]) {
      expect(isWebResponse(value)).toBe(false)
    }
    expect(isWebResponse({ [Symbol.toStringTag]: 'Response', body: 'text' })).toBe(false)
  })

  it('does not read the body of another value', () => {
    const value = {
      get body() {
        throw new Error('body was read')
      },
    }
    expect(isWebResponse(value)).toBe(false)
  })
})
