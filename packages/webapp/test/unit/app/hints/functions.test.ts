import { describe, expect, it } from 'vitest'
import {
  mayContinue,
  maySkipRoute,
  parameterNames,
  quoteName,
} from '../../../../src/app/hints/functions.ts'

/** From text, because the loader of the tests changes the text of functions. */
function compile(text: string): (...args: unknown[]) => unknown {
  return new Function(`return ${text}`)()
}

describe('parameterNames(fn)', () => {
  it.each([
    ['(err, req, res) => {}', ['err', 'req', 'res']],
    ['function onError(err, /* the */ req, res) {}', ['err', 'req', 'res']],
    ['async function (a) {}', ['a']],
    ['({ handle(a, b) {} }).handle', ['a', 'b']],
    ['() => {}', []],
    ['((a, b) => {}).bind(null)', []],
  ])('reads %s', (text, names) => {
    expect(parameterNames(compile(text))).toEqual(names)
  })
})

describe('mayContinue(handler)', () => {
  it.each([
    ['(req, res) => res.end()', false],
    ['function (req, res) { res.end() }', false],
    ['async (req, res) => { res.end() }', false],
    ['(req, res, done) => done()', true],
    ['(req, res) => req.next()', true],
    ['(...args) => args[2]()', true],
    ['function () { arguments[2]() }', true],
    ['((req, res) => {}).bind(null)', true],
  ])('of %s is %s', (text, expected) => {
    expect(mayContinue(compile(text))).toBe(expected)
  })

  it('is true for an object with a handler', () => {
    expect(mayContinue({})).toBe(true)
  })
})

describe('maySkipRoute(handler)', () => {
  it.each([
    ["(req, res, next) => next('route')", true],
    ['(req, res, next) => next("router")', true],
    ['(req, res, next) => next()', false],
  ])('of %s is %s', (text, expected) => {
    expect(maySkipRoute(compile(text))).toBe(expected)
  })

  it('is true for a value without a text', () => {
    expect(maySkipRoute({})).toBe(true)
  })
})

describe('quoteName(handler)', () => {
  it('is the name in quotes, or says that there is none', () => {
    expect(quoteName(function list() {})).toBe('"list"')
    expect(quoteName(() => {})).toBe('without a name')
    expect(quoteName({})).toBe('without a name')
  })
})
