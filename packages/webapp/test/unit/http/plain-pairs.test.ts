import fc from 'fast-check'
import qs from 'qs'
import { describe, expect, it } from 'vitest'
import { parsePlainForm, parsePlainPairs } from '../../../src/http/plain-pairs.ts'
import { runs } from '../../support/runs.ts'

const options = { allowPrototypes: true }
const piece = fc.constantFrom(
  ...['a', 'b', 'name', '1', '-', '_', '=', '&', '+', '%20', '%', '%zz', '%C3%A9', 'é', ' '],
  ...['[', ']', '[]', '.', '__proto__', 'toString', 'constructor', ';', ',', '&a=', '=b&c='],
)
const text = fc.array(piece, { maxLength: 12 }).map((pieces) => pieces.join(''))

describe('parsePlainPairs(text)', () => {
  it('never reads a query differently from qs', () => {
    let plain = 0
    fc.assert(
      fc.property(text, (query) => {
        const pairs = parsePlainPairs(query)
        if (pairs === undefined) return
        plain++
        expect(pairs).toStrictEqual(qs.parse(query, options))
        expect(Object.keys(pairs)).toEqual(Object.keys(qs.parse(query, options)))
      }),
      { seed: 1, numRuns: runs(20_000) },
    )
    expect(plain).toBeGreaterThan(runs(200))
  })

  it.each(['a=1&b=two+words&c=%C3%A9', 'a=', 'a==&b=%26', 'toString=1'])('reads %s', (query) => {
    expect(parsePlainPairs(query)).toStrictEqual(qs.parse(query, options))
  })

  it.each(['', 'a', 'a&b=1', 'a=1&a=2', 'a[]=1', 'a.b=1', '=1', 'a=1&', '__proto__=1', 'a=%'])(
    'leaves %j to qs',
    (query) => {
      expect(parsePlainPairs(query)).toBeUndefined()
    },
  )
})

describe('parsePlainForm(bytes)', () => {
  it('reads what the text of a form is read as, and leaves the bytes as they are', () => {
    let plain = 0
    fc.assert(
      fc.property(text, (form) => {
        const bytes = Buffer.from(form)
        const pairs = parsePlainForm(bytes)
        expect(bytes.toString()).toBe(form)
        expect(pairs).toStrictEqual(parsePlainPairs(form))
        if (pairs !== undefined) plain++
      }),
      { seed: 2, numRuns: runs(5000) },
    )
    expect(plain).toBeGreaterThan(runs(50))
  })

  it('leaves a name with a space in it to qs', () => {
    expect(parsePlainForm(Buffer.from('a+b=1'))).toBeUndefined()
  })
})
