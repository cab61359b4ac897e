import type { IncomingMessage } from 'node:http'
import { parse as parseLegacyUrl } from 'node:url'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { authorityPrefix, parseTarget, targetOf } from '../../../src/http/target.ts'
import { runs } from '../../support/runs.ts'

describe('parseTarget(url)', () => {
  it.each<[string | undefined, string | null | undefined, string | null]>([
    ['/', '/', null],
    ['/a/b', '/a/b', null],
    ['/a?b=c', '/a', 'b=c'],
    ['/a?', '/a', ''],
    ['/a??b', '/a', '?b'],
    ['//a/b', '//a/b', null],
    ['/a#b?c', '/a', null],
    ['/a?b#c', '/a', 'b'],
    ['*', '*', null],
    ['http://host/a?b', '/a', 'b'],
    ['http://host', '/', null],
    ['', null, null],
    [undefined, undefined, null],
  ])('of %j is %j and %j', (url, pathname, query) => {
    expect(parseTarget(url)).toMatchObject({ pathname, query })
  })

  it('reads origin-form targets as Node does', () => {
    const text = fc.string({ unit: fc.constantFrom(...'/?&=%.;:@aB0-_~!$\'()*+,[]|^`{}"<>\\') })
    fc.assert(
      fc.property(text, (rest) => {
        // Node's parser takes '//' for the start of an authority, and '\\' for '/', only when asked to.
        const { pathname, query } = parseTarget(`/${rest}`)
        expect(pathname).toBe(`/${rest}`.split('?')[0])
        expect(query ?? '').toBe(`/${rest}`.split('?').slice(1).join('?'))
      }),
      { seed: 1, numRuns: runs(500) },
    )
  })

  it('reads targets that no client can send as Node does', () => {
    const text = fc.string({ unit: fc.constantFrom(...'/?#a \t\u00a0') })
    fc.assert(
      fc.property(text, (rest) => {
        const url = `/a ${rest}`
        const { pathname, query } = parseLegacyUrl(url)
        expect(parseTarget(url)).toMatchObject({ pathname, query })
      }),
      { seed: 2, numRuns: runs(300) },
    )
  })

  it('never throws', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (url) => {
        parseTarget(url)
      }),
      { seed: 3, numRuns: runs(500) },
    )
  })

  it('gives up on an authority that is none', () => {
    expect(parseTarget('http://[')).toMatchObject({ pathname: undefined, query: null })
  })
})

describe('targetOf(req)', () => {
  it('is read once for each value of the URL', () => {
    const req = { url: '/a?b' } as IncomingMessage
    const first = targetOf(req)
    expect(targetOf(req)).toBe(first)
    req.url = '/c'
    expect(targetOf(req)).toMatchObject({ pathname: '/c', query: null })
  })
})

describe('authorityPrefix(url)', () => {
  it.each([
    ['', ''],
    ['/a', ''],
    ['/a?http://b/c', ''],
    ['*', ''],
    ['a?http://b/c', ''],
    ['http://host/a', 'http://host'],
    ['https://user@host:80/', 'https://user@host:80'],
    ['http://host/a?b=http://c/d', 'http://host'],
  ])('of %j is %j', (url, prefix) => {
    expect(authorityPrefix(url)).toBe(prefix)
  })
})
