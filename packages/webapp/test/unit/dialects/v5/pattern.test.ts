import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../../src/dialects/v5/pattern.ts'

const route = { sensitive: false, strict: false, end: true }
const mount = { sensitive: false, strict: false, end: false }

function paramsOf(pattern: unknown, path: string, options = route): unknown {
  const match = compilePattern(pattern, options)(path)
  return match && { ...match.params }
}

describe('compilePattern(pattern, options)', () => {
  it('says which part of the path matched', () => {
    expect(compilePattern('/a', mount)('/a/b')).toMatchObject({ path: '/a' })
    expect(compilePattern('/a/:b', mount)('/A/x/y')).toMatchObject({ path: '/A/x' })
    expect(compilePattern(/^\/a+/, mount)('/aab')).toMatchObject({ path: '/aa' })
  })

  it('obeys case and trailing slashes as it is told', () => {
    expect(paramsOf('/Foo', '/foo')).toEqual({})
    expect(paramsOf('/Foo', '/foo', { ...route, sensitive: true })).toBe(false)
    expect(paramsOf('/foo', '/foo/')).toEqual({})
    expect(paramsOf('/foo///', '/foo')).toEqual({})
    expect(paramsOf('/foo', '/foo/', { ...route, strict: true })).toBe(false)
    expect(paramsOf('/foo/', '/foo', { ...route, strict: true })).toBe(false)
    expect(paramsOf('/foo/', '/foo/', { ...route, strict: true })).toEqual({})
  })

  it.each([
    [/(a)(?<n>b)(c)/, 'abc', { 0: 'a', n: 'b', 1: 'c' }],
    [/(?:a)(b)/, 'ab', { 0: 'b' }],
    [/(?=a)(a)(?!c)(?<=a)(?<!x)(b)/, 'ab', { 0: 'a', 1: 'b' }],
    [/[(](a)[)\]]/, '(a]', { 0: 'a' }],
    [/\((a)\\(b)/, '(a\\b', { 0: 'a', 1: 'b' }],
    [/(a)|(b)/, 'b', { 1: 'b' }],
    [/((a)b)/, 'ab', { 0: 'ab', 1: 'a' }],
  ])('names the captures of %s', (regexp, path, params) => {
    expect(paramsOf(regexp, path)).toEqual(params)
  })

  it('numbers the unnamed captures of any expression in order', () => {
    const part = fc.constantFrom<[source: string, text: string, captures: string[]]>(
      ['(a)', 'a', ['a']],
      ['(?:b)', 'b', []],
      ['[(]', '(', []],
      ['[^)\\]]', 'x', []],
      ['\\(', '(', []],
      ['\\\\(c)', '\\c', ['c']],
      ['((d)e)', 'de', ['de', 'd']],
      ['(?=f)(?!g)f(?<=f)(?<!g)', 'f', []],
    )
    fc.assert(
      fc.property(fc.array(part, { maxLength: 8 }), (parts) => {
        const regexp = new RegExp(parts.map(([source]) => source).join(''))
        const path = parts.map(([, text]) => text).join('')
        expect(paramsOf(regexp, path)).toEqual({ ...parts.flatMap(([, , captures]) => captures) })
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('decodes every parameter, back to what was encoded', () => {
    const text = fc.string({ unit: 'grapheme', minLength: 1 })
    const match = compilePattern('/:a/:b', route)
    fc.assert(
      fc.property(text, text, (a, b) => {
        const found = match(`/${encodeURIComponent(a)}/${encodeURIComponent(b)}`)
        expect(found && { ...found.params }).toEqual({ a, b })
      }),
      { seed: 2, numRuns: 500 },
    )
  })

  it('fails with 400 for what cannot be decoded', () => {
    for (const pattern of ['/:id', '/*rest', /^\/(.*)$/]) {
      expect(() => compilePattern(pattern, route)('/%E0%A4%A')).toThrow(
        expect.objectContaining({ status: 400, message: "Failed to decode param '%E0%A4%A'" }),
      )
    }
  })

  it('answers in linear time for many parameters in a segment', () => {
    const steps = (pattern: string, path: string) => compilePattern(pattern, route)(path)
    expect(steps('/ab/:a-:b', `/ab/a${'-a'.repeat(7000)}/a`)).toBe(false)
    expect(steps('/abc/:a-:b-:c{-:d}', `/abc/${'-'.repeat(3000)}/a`)).toBe(false)
  })
})
