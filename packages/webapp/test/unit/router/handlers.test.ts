import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { eachHandler, splitPath } from '../../../src/router/handlers.ts'

const handler = () => {}

describe('splitPath(args)', () => {
  it.each([
    ['a handler', [handler], '/'],
    ['a list of handlers', [[handler]], '/'],
    ['a nested list of handlers', [[[[handler]]], handler], '/'],
    ['a path', ['/x', handler], '/x'],
    ['a list of paths', [['/x', '/y'], handler], ['/x', '/y']],
    ['nothing', [], undefined],
    ['an empty list', [[]], []],
  ])('tells the path apart from %s', (_what, args, path) => {
    const split = splitPath(args)
    expect(split.path).toEqual(path)
    expect(split.rest).toEqual(path === '/' ? args : args.slice(1))
  })
})

function handlersIn(args: readonly unknown[]): unknown[] {
  const found: unknown[] = []
  eachHandler(args, (handler) => found.push(handler))
  return found
}

describe('eachHandler(args, register)', () => {
  it('flattens lists of any depth, in order', () => {
    const { tree } = fc.letrec<{ tree: unknown; list: unknown }>((tie) => ({
      tree: fc.oneof({ maxDepth: 4 }, fc.func(fc.constant(0)), tie('list')),
      list: fc.array(tie('tree'), { minLength: 1, maxLength: 3 }),
    }))
    fc.assert(
      fc.property(fc.array(tree, { minLength: 1 }), (args) => {
        expect(handlersIn(args)).toEqual(args.flat(Number.POSITIVE_INFINITY))
      }),
      { seed: 1 },
    )
  })

  it('refuses nothing and everything but functions', () => {
    expect(() => handlersIn([])).toThrow(new TypeError('argument handler is required'))
    expect(() => handlersIn([[], [[]]])).toThrow('argument handler is required')
    for (const wrong of [null, undefined, 1, 'x', {}, /x/]) {
      expect(() => handlersIn([handler, [wrong]])).toThrow(
        new TypeError('argument handler must be a function'),
      )
    }
  })
})
