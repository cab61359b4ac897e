import type { IncomingMessage } from 'node:http'
import fc from 'fast-check'
import typeis from 'type-is'
import { expect, it } from 'vitest'
import ours from '../../../src/worker/type-is.ts'

const WORDS = [
  ...['text/html', 'A/B', 'application/json', 'a/b+json', 'text', '/', ';', '; ', ' ', 'charset='],
  ...['utf-8', '+', '*', '"', '\\', ',', 'é', 'multipart/form-data', '__proto__', '_/b', '\t'],
]
const TYPES = [
  ...[
    'json',
    '.html',
    'html',
    'urlencoded',
    'multipart',
    '+json',
    '*/*',
    'text/*',
    '*/html',
    'a/*+json',
  ],
  ...['application/json', 'a/b/c', '', 'nonsense', '*', '+'],
]

it('the types of bodies are compared in workers as by type-is', () => {
  const words = fc.array(fc.constantFrom(...WORDS), { maxLength: 6 }).map((list) => list.join(''))
  const wanted = fc.array(fc.oneof(fc.constantFrom(...TYPES), fc.constant(7 as never)), {
    maxLength: 3,
  })
  const length = fc.constantFrom(undefined, '0', '7', '', 'x')
  fc.assert(
    fc.property(fc.option(words, { nil: undefined }), wanted, length, (type, list, size) => {
      const req = { headers: { 'content-type': type, 'content-length': size } }
      const ask = (is: typeof typeis) => [
        is(req as IncomingMessage, list),
        is.hasBody(req as IncomingMessage),
        is.is(type as string, list),
      ]
      expect(ask(ours as unknown as typeof typeis)).toEqual(ask(typeis))
    }),
    { seed: 1, numRuns: 1000 },
  )
})
