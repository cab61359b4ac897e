import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Req } from '../../../src/http/exchange.ts'
import { authorityPrefix } from '../../../src/http/target.ts'
import { endsAtBoundary, enterMount, leaveMount } from '../../../src/router/mount.ts'

function mountPointOf(req: Req) {
  return { authority: authorityPrefix(req.url), baseUrl: req.baseUrl }
}

function requestFor(url: string, baseUrl = ''): Req {
  return { url, baseUrl } as Req
}

describe('endsAtBoundary(path, mounted, boundaries)', () => {
  it.each([
    ['/a', '/a', true],
    ['/a/b', '/a', true],
    ['/ab', '/a', false],
    ['/a.b', '/a', false],
    ['/b', '/a', false],
    ['/a', '', true],
    ['/a/', '/a/', true],
  ])('for %j and %j is %j', (path, mounted, expected) => {
    expect(endsAtBoundary(path, mounted, '/')).toBe(expected)
  })

  it('knows the boundaries of other dialects', () => {
    expect(endsAtBoundary('/a.b', '/a', '/.')).toBe(true)
  })
})

describe('enterMount and leaveMount', () => {
  it.each([
    ['/a/b?c', '/a', '/b?c', '/a'],
    ['/a?c', '/a', '/?c', '/a'],
    ['/a', '/a', '/', '/a'],
    ['/a/', '/a/', '/', '/a'],
    ['http://h/a/b', '/a', 'http://h/b', '/a'],
  ])('of %j at %j show %j under %j', (url, mounted, inside, baseUrl) => {
    const req = requestFor(url)
    const point = mountPointOf(req)
    const trimmed = enterMount(req, mounted, point)
    expect([req.url, req.baseUrl]).toEqual([inside, baseUrl])
    leaveMount(req, trimmed, point)
    expect([req.url, req.baseUrl]).toEqual([url, ''])
  })

  it('give back every URL, through any number of mounts', () => {
    const segment = fc.string({ unit: fc.constantFrom('a', 'b', '%20', '.', '-'), minLength: 1 })
    const query = fc.option(fc.string({ unit: fc.constantFrom('a', '/', '?', '=', '://') }))
    const origin = fc.constantFrom('', 'http://host', 'https://user@host:1')
    fc.assert(
      fc.property(origin, fc.array(segment, { minLength: 1 }), query, (start, segments, tail) => {
        // Targets in absolute form are mounted once only in practice; their rest keeps its slash.
        const url = `${start}/${segments.join('/')}/end${tail === null ? '' : `?${tail}`}`
        const req = requestFor(url, '/outer')
        const visits = segments.map((part) => {
          const point = mountPointOf(req)
          return { point, trimmed: enterMount(req, `/${part}`, point) }
        })
        expect(req.baseUrl).toBe(`/outer/${segments.join('/')}`)
        expect(req.url).toBe(`${start}/end${tail === null ? '' : `?${tail}`}`)
        for (const { point, trimmed } of visits.reverse()) leaveMount(req, trimmed, point)
        expect([req.url, req.baseUrl]).toEqual([url, '/outer'])
      }),
      { seed: 1, numRuns: 500 },
    )
  })

  it('keep what was rewritten within the mount', () => {
    const req = requestFor('/a/b')
    const point = mountPointOf(req)
    const trimmed = enterMount(req, '/a', point)
    req.url = '/other?x'
    leaveMount(req, trimmed, point)
    expect(req.url).toBe('/a/other?x')
  })
})
