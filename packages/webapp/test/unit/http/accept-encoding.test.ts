import { createRequire } from 'node:module'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { acceptedCodings } from '../../../src/http/accept-encoding.ts'

// The package has no types.
const Negotiator = createRequire(import.meta.url)('negotiator') as new (message: {
  headers: Record<string, string>
}) => { encodings(offered: readonly string[]): string[] }

const names = ['br', 'gzip', 'zstd', 'deflate', 'identity', '*', 'BR', 'unknown']

/** Names with different weights: negotiator decides ties by the order of the header, we by the offer. */
const headers = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...names), fc.integer({ min: 0, max: 1000 })), {
    selector: ([, weight]) => weight,
    maxLength: 6,
  })
  .map((list) => list.map(([name, weight]) => `${name};q=${(weight / 1000).toFixed(3)}`).join(', '))

const offers = fc.shuffledSubarray(['br', 'zstd', 'gzip'])

it('chooses what negotiator chooses before identity', () => {
  fc.assert(
    fc.property(headers, offers, (header, offered) => {
      const negotiator = new Negotiator({ headers: { 'accept-encoding': header } })
      const all = negotiator.encodings([...offered, 'identity'])
      const last = all.indexOf('identity')
      expect(acceptedCodings(header, offered)).toEqual(last === -1 ? all : all.slice(0, last))
    }),
    { seed: 41, numRuns: 3000 },
  )
})

it('takes time in proportion to the header', () => {
  for (const piece of [',', ';', '=', ' ', 'gzip,', 'q=;', 'gzip;q=1;', 'x;q=0,']) {
    const header = piece.repeat(200_000)
    expect(acceptedCodings(`${header},br`, ['br'])).toEqual(['br'])
  }
})
