import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { files } from '../../../src/dialects/v5/files.ts'
import { checkFileOptions, type FileOptions } from '../../../src/files/options.ts'
import { resolvePath } from '../../../src/files/resolve.ts'

const resolveIn = (root: string | undefined, path: string, options: FileOptions = {}) =>
  resolvePath(path, checkFileOptions(root === undefined ? options : { ...options, root }, files))

describe('resolvePath', () => {
  it.each([
    ['/a.txt', '/srv/a.txt'],
    ['a.txt', '/srv/a.txt'],
    ['/a/../b', '/srv/b'],
    ['/a%20b', '/srv/a b'],
    ['/%E2%98%83', '/srv/☃'],
    ['//a', '/srv/a'],
    ['', '/srv'],
    ['/a..b', '/srv/a..b'],
    ['/...', undefined],
  ])('makes of %j in /srv %s', (path, expected) => {
    if (expected === undefined) expect(() => resolveIn('/srv', path)).toThrow()
    else expect(resolveIn('/srv', path)).toBe(join(expected))
  })

  it.each(['%', '%E0%A4%A', '%00', 'a%00b', '%c0%ae'])('refuses %j with 400', (path) => {
    expect(() => resolveIn('/srv', path)).toThrow(expect.objectContaining({ status: 400 }))
  })

  it.each(['/..', '..', '/../x', '/a/../../x', '/..%5cx', '/a%5c..%5c..%5cx', '/%2e%2e/x'])(
    'refuses %j with 403',
    (path) => {
      expect(() => resolveIn('/srv', path)).toThrow(expect.objectContaining({ status: 403 }))
    },
  )

  it('refuses to climb from an absolute path too', () => {
    expect(() => resolveIn(undefined, '/srv/../x')).toThrow(
      expect.objectContaining({ status: 403 }),
    )
    expect(resolveIn(undefined, '/srv/x')).toBe('/srv/x')
    expect(resolveIn(undefined, '/srv/x/')).toBe('/srv/x')
  })

  it('treats dotfiles as the option says', () => {
    expect(() => resolveIn('/srv', '/.a')).toThrow(expect.objectContaining({ status: 404 }))
    expect(() => resolveIn('/srv', '/a/.b/c', { dotfiles: 'deny' })).toThrow(
      expect.objectContaining({ status: 403 }),
    )
    expect(resolveIn('/srv', '/.a', { dotfiles: 'allow' })).toBe('/srv/.a')
  })

  it('finds the same file whether the path is escaped or not', () => {
    const resolveSafely = (path: string) => {
      try {
        return resolveIn('/srv/a', path)
      } catch (error) {
        return (error as { status: number }).status
      }
    }
    const encode = (char: string) => `%${char.charCodeAt(0).toString(16).padStart(2, '0')}`
    const path = fc.array(fc.constantFrom('.', '/', 'a', 'B', '9', '_', '-', '~'), {
      maxLength: 10,
    })
    fc.assert(
      fc.property(path, (chars) => {
        const escaped = chars.map((char) => (char === '/' ? char : encode(char))).join('')
        expect(resolveSafely(chars.join(''))).toBe(resolveSafely(escaped))
      }),
    )
  })

  it('never leaves the root, whatever the path', () => {
    const piece = fc.constantFrom(
      ...['..', '.', '/', '\\', '%2e', '%2f', '%5c', '%00', '%', 'a', '%252e', '．', '~', ':', ' '],
    )
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
        let located: string
        try {
          located = resolveIn('/srv/site', pieces.join(''), { dotfiles: 'allow' })
        } catch (error) {
          return [400, 403, 404].includes((error as { status: number }).status)
        }
        return located === '/srv/site' || located.startsWith('/srv/site/')
      }),
      { seed: 42, numRuns: 2000 },
    )
  })
})
