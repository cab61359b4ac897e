import type { IncomingMessage } from 'node:http'
import accepts from 'accepts'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import ours from '../../../src/worker/accepts.ts'

const WORDS = [
  ...['text/html', 'text/*', '*/*', 'text/plain', 'a/b', 'TEXT/HTML', 'a/*', ',', ', ', ';', '; '],
  ...[' ', 'q=0.5', 'q=1', 'q=0', 'q=', 'q=2', 'q=-1', 'Q=.3', 'q="0.5"', 'q', '=', '"', 'q=x'],
  ...['level=1', 'c="d,e"', 'c=*', 'x=";"', '\\', '\t', '+', 'gzip', 'br', 'identity', 'utf-8'],
  ...['en', 'en-US', 'EN', 'de-AT', '*', '-', 'en-', '__proto__=1'],
]
const OFFERS = [
  ...['html', '.json', 'text/html', 'text/plain;level=1', 'a/b;c="d,e"', '*/*', 'x', 'js', 'gzip'],
  ...['br', 'identity', 'utf-8', 'en', 'en-US', 'EN', 'de-AT', '*', '-', 'en-', 'text/html;q=0'],
]
const KINDS = ['types', 'encodings', 'charsets', 'languages'] as const

it('the preferences of clients are read in workers as by accepts', () => {
  const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 12 }).map((list) => list.join(''))
  const header = fc.option(words, { nil: undefined })
  const offered = fc.array(fc.constantFrom(...OFFERS), { maxLength: 4 })
  fc.assert(
    fc.property(header, offered, (value, list) => {
      const headers = {
        accept: value,
        'accept-encoding': value,
        'accept-charset': value,
        'accept-language': value,
      }
      const req = { headers } as unknown as IncomingMessage
      const ask = (read: typeof accepts) =>
        KINDS.flatMap((kind) => [read(req)[kind](...list), read(req)[kind](list)])
      expect(ask(ours as unknown as typeof accepts)).toEqual(ask(accepts))
      expect(ours(req).type(list)).toEqual(accepts(req).type(list))
    }),
    { seed: 1, numRuns: 1000 },
  )
})
