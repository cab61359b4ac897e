import { describe, expect, it } from 'vitest'
import { admittedDialects } from '../../../src/register/admitted-dialects.ts'

describe('admittedDialects', () => {
  it.each([
    ['^4.18', [4]],
    ['~3', [3]],
    ['~4.17.1', [4]],
    ['~> 3.4', [3]],
    ['5.x', [5]],
    ['3.*', [3]],
    ['4', [4]],
    ['=4.22.3', [4]],
    ['v3.21.2', [3]],
    ['5.0.0-beta.1', [5]],
    ['^5.0.0-alpha.8+build.1', [5]],
    ['latest-4', [4]],
  ])('knows the one dialect of %s', (range, dialects) => {
    expect(admittedDialects(range)).toEqual(dialects)
  })

  it.each([
    ['>=4 <5', [4]],
    ['>= 4.0.0  < 5.0.0-0', [4]],
    ['>3 <5', [4]],
    ['>3.1 <5', [4, 3]],
    ['<=4', [4, 3]],
    ['<4', [3]],
    ['<5.0.1', [5, 4, 3]],
    ['3 - 4.2', [4, 3]],
    ['4 || 5', [5, 4]],
    ['^3.0.0||^5.1.0', [5, 3]],
    ['>=4', [5, 4]],
  ])('finds the dialects between the ends of %s', (range, dialects) => {
    expect(admittedDialects(range)).toEqual(dialects)
  })

  it.each(['', '*', 'x', 'X.x', 'latest', 'next', '>=0'])('admits all by %j', (range) => {
    expect(admittedDialects(range)).toEqual([5, 4, 3])
  })

  it.each(['^2.5', '6.x', '>5', '0.14.1', '<3'])('admits none by %s', (range) => {
    expect(admittedDialects(range)).toEqual([])
  })

  it('reads the range of an alias of express', () => {
    expect(admittedDialects('npm:express@^4.17.0')).toEqual([4])
    expect(admittedDialects('npm:express')).toEqual([5, 4, 3])
  })

  it.each([
    'npm:@fork/express@4.0.0',
    'file:../express-4.0.0',
    'github:expressjs/express#4.x',
    'git+ssh://git@example.test/express.git',
    'workspace:*',
    'catalog:',
    'canary',
    '4 || canary',
  ])('has no answer for %s', (range) => {
    expect(admittedDialects(range)).toBeUndefined()
  })
})
