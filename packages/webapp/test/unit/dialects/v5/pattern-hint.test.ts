import { match } from 'path-to-regexp'
import pathToRegexp from 'path-to-regexp-v0'
import { describe, expect, it } from 'vitest'
import { compilePattern } from '../../../../src/dialects/v5/pattern.ts'
import { describeDialects } from '../../../support/dialects.ts'

const WHOLE = { sensitive: false, strict: false, end: true }

function errorOf(pattern: string): Error {
  try {
    compilePattern(pattern, WHOLE)
  } catch (error) {
    return error as Error
  }
  throw new Error(`5.x takes the pattern ${pattern}`)
}

function spellingOf(pattern: string): string | undefined {
  return /; this is a 4\.x pattern, in 5\.x write '([^']*)'/.exec(errorOf(pattern).message)?.[1]
}

describe('the error of a 4.x pattern in 5.x', () => {
  it.each([
    ['*', '/{*splat}'],
    ['/*', '/{*splat}'],
    ['/files/*', '/files/{*splat}'],
    ['/*/x/*', '/{*splat}/x/{*splat2}'],
    ['/*.html', '/{*splat}.html'],
    ['/files/**', '/files/{*splat}'],
    ['/**/x', '/{*splat}/x'],
    ['/:id?', '{/:id}'],
    ['/user/:id?', '/user{/:id}'],
    ['/user/:id?/edit', '/user{/:id}/edit'],
    ['/:from-:to?', '/:from-{:to}'],
    ['/:file.:ext?', '/:file{.:ext}'],
    ['/user/:id(\\d+)', '/user/:id'],
    ['/:op(add|del)/:id(\\w+)', '/:op/:id'],
    ['/:id(\\d+)?', '{/:id}'],
    ['/:path+', '/*path'],
    // In 4.x the star asks for one segment at least, and takes all that follow.
    ['/:path*', '/*path'],
    ['/x/:path*', '/x/*path'],
    ['/ab?cd', '/a{b}cd'],
    ['/ab(cd)?e', '/ab{cd}e'],
  ])('says that %s is written %s', (pattern, spelling) => {
    expect(spellingOf(pattern)).toBe(spelling)
    // What it says must be true.
    expect(() => match(spelling)).not.toThrow()
  })

  // Constraints are left to the handler, and so is what `+` and `*` after a name capture.
  it.each([
    ['/*', ['/', '/a', '/a/b']],
    ['/files/*', ['/files/', '/files/a/b', '/file', '/x']],
    ['/*.html', ['/a.html', '/a/b.html', '/a.htm']],
    ['/files/**', ['/files/', '/files/a/b', '/file', '/x']],
    ['/:id?', ['/', '/7', '/7/8']],
    ['/user/:id?', ['/user', '/user/', '/user/7', '/user/7/8', '/users']],
    ['/user/:id?/edit', ['/user/edit', '/user/7/edit', '/user/7']],
    ['/:file.:ext?', ['/a', '/a.txt', '/a/b']],
    ['/x/:path*', ['/x', '/x/', '/x/a', '/x/a/b']],
    ['/x/:path+', ['/x', '/x/a', '/x/a/b']],
    ['/ab?cd', ['/acd', '/abcd', '/abbcd']],
    ['/ab(cd)?e', ['/abe', '/abcde', '/abcdcde']],
  ])('offers for %s what matches the same paths', (pattern, targets) => {
    const before = pathToRegexp(pattern, [])
    const after = compilePattern(spellingOf(pattern), WHOLE)
    for (const target of targets) {
      expect([target, after(target) !== false]).toEqual([target, before.test(target)])
    }
  })

  it('says where the test of a parameter goes', () => {
    expect(errorOf('/user/:id(\\d+)').message).toContain(
      ' and test the parameter in the handler or in app.param (id: (\\d+)),' +
        ' or write a regular expression',
    )
    expect(errorOf('/:op(add|del)/:id(\\w+)').message).toContain('(op: (add|del), id: (\\w+))')
    expect(errorOf('/:id?').message).not.toContain('test the parameter')
  })

  it.each([
    ['/ab+cd', '/abbcd', '/acd'],
    ['/(foo|bar)', '/foo', '/x'],
  ])('offers a regular expression for %s', (pattern, hit, miss) => {
    const source = /; this is a 4\.x pattern, in 5\.x write \/(.*)\/i$/.exec(
      errorOf(pattern).message,
    )?.[1]
    const regexp = new RegExp(source ?? '$never', 'i')
    expect(regexp.test(hit)).toBe(true)
    expect(regexp.test(miss)).toBe(false)
  })

  it('keeps the type and the beginning of the original error', () => {
    const error = errorOf('/:id?')
    expect(error).toBeInstanceOf(TypeError)
    expect(error.message).toMatch(/^Unexpected \? at index 4/)
  })

  it.each(['/:', '/{a', '/:"a', '/a}', '/[x]'])(
    'adds nothing for %s, which 4.x does not know',
    (pattern) => {
      expect(errorOf(pattern).message).not.toContain('4.x')
    },
  )

  it.each(['/:id', '/*splat', '/{:id}', '/a.b', '/a-b'])('is not raised for %s', (pattern) => {
    expect(() => compilePattern(pattern, WHOLE)).not.toThrow()
  })

  it('survives hostile patterns', () => {
    for (const pattern of [
      `/:id(${'('.repeat(5000)}`,
      `/${'(a'.repeat(5000)}?`,
      `/${'*'.repeat(5000)}`,
    ]) {
      expect(errorOf(pattern)).toBeDefined()
    }
  })
})

describeDialects('a 4.x pattern given to a 5.x application', ['5.x'], (t) => {
  it.each([
    ['*', "'/{*splat}'"],
    ['/:id?', "'{/:id}'"],
    ['/:id(\\d+)', "'/:id'"],
    ['/:id+', "'/*id'"],
  ])('%s is refused with the 5.x spelling, wherever it is given', (pattern, spelling) => {
    const path: string = pattern
    const hint = `in 5.x write ${spelling}`
    const router = t.webapp.Router()
    expect(() => t.app.get(path, () => {})).toThrow(hint)
    expect(() => t.app.use(path, () => {})).toThrow(hint)
    expect(() => t.app.all(path, () => {})).toThrow(hint)
    expect(() => t.app.route(path)).toThrow(hint)
    expect(() => t.app.get(['/fine', path], () => {})).toThrow(hint)
    expect(() => router.post(path, () => {})).toThrow(hint)
    expect(() => router.use(path, () => {})).toThrow(hint)
  })
})
