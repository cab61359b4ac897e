import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseTarget } from '../../../src/http/target.ts'
import { normalPath, usualSpellings } from '../../../src/http/usual-paths.ts'

describe('usualSpellings(path)', () => {
  it.each([
    ['/%61dmin/x', ['/admin/x']],
    ['/admin%2fx', ['/admin/x']],
    ['//admin///x', ['/admin/x']],
    ['/./admin/./x', ['/admin/x']],
    ['/a/../admin/x', ['/admin/x']],
    ['/../../admin', ['/admin']],
    ['/admin/.', ['/admin/']],
    ['/admin/x/..', ['/admin/']],
    ['/admin//', ['/admin/']],
    ['/admin\\x', ['/admin/x', '/admin%5Cx']],
    ['/%40a%2Bb', ['/@a+b']],
    ['/two%20words', ['/two words']],
    ['/%74wo%20words', ['/two%20words', '/two words']],
    ['/na%c3%afve', ['/na%C3%AFve', '/naïve']],
    ['/%2561dmin', []],
    ['/%2541/..', ['/']],
    ['/%zz', []],
    ['/%c0%ae', []],
    ['/\ud800', ['/%3F']],
    ['/admin./x', []],
  ])('of %s on Linux', (path, spellings) => {
    expect(usualSpellings(path, 'linux')).toEqual(spellings)
  })

  it.each([
    ['/admin./x', ['/admin/x']],
    ['/admin%20/x', ['/admin/x']],
    ['/admin.%20./x', ['/admin/x']],
    ['/admin::$INDEX_ALLOCATION/x', ['/admin/x']],
    ['/x.txt::$DATA', ['/x.txt']],
    ['/ADMIN/x', ['/admin/x']],
    ['/a/.../x', ['/a/x']],
  ])('of %s on Windows', (path, spellings) => {
    expect(usualSpellings(path, 'win32')).toEqual(spellings)
  })

  it.each([
    ['/Admin/x', ['/admin/x']],
    ['/%E2%84%AAeys', ['/keys']],
    ['/%C5%BFecret', ['/secret']],
    ['/cafe%CC%81', ['/caf%C3%A9', '/café']],
    ['/admin./x', []],
  ])('of %s on macOS', (path, spellings) => {
    expect(usualSpellings(path, 'darwin')).toEqual(spellings)
  })

  it('lists nothing for a path without unusual parts', () => {
    const segment = fc.stringMatching(/^[a-z0-9_~!$&'()*+,;=:@-][a-z0-9._~!$&'()*+,;=:@-]*$/)
    fc.assert(
      fc.property(fc.array(segment, { minLength: 1 }), (segments) => {
        const path = `/${segments.join('/')}`
        expect(usualSpellings(path, 'linux')).toEqual([])
        expect(parseTarget(path).isUnusual).toBe(false)
      }),
    )
  })

  it('is listed for no path that the target calls usual', () => {
    const piece = fc.constantFrom(
      'a',
      'B',
      '/',
      '//',
      '.',
      '..',
      '\\',
      '%61',
      '%2f',
      '%2e',
      '?',
      '#',
    )
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        const { pathname, isUnusual } = parseTarget(`/${pieces.join('')}`)
        if (!isUnusual) expect(usualSpellings(pathname ?? '', 'linux')).toEqual([])
      }),
    )
  })
})

describe('normalPath(decoded)', () => {
  it.each([
    ['a//b/./c', 'a/b/c'],
    ['x/../a\\b', 'a/b'],
    ['', ''],
    ['a/', 'a'],
  ])('of %s', (decoded, normal) => {
    expect(normalPath(decoded, 'linux')).toBe(normal)
  })
})
