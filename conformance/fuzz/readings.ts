import fc from 'fast-check'
import { type HeaderName, headerTexts, queryText, targetText } from './header-texts.ts'
import { type Asked, call } from './response-calls.ts'

/** Requests whose members of one family are read: what they are made of, by that family. */
export const readings = {
  target: { url: targetText },
  query: { url: queryText.map((query) => `/?${query}`) },
  cookies: { headers: ['Cookie'] },
  ranges: { headers: ['Range'] },
  conditions: { headers: ['If-None-Match', 'If-Modified-Since', 'Cache-Control'] },
  types: { headers: ['Content-Type'] },
  accepts: { headers: ['Accept', 'Accept-Charset', 'Accept-Encoding', 'Accept-Language'] },
  hosts: {
    headers: [
      'Host',
      'X-Forwarded-For',
      'X-Forwarded-Host',
      'X-Forwarded-Proto',
      'X-Requested-With',
    ],
  },
} as const satisfies Record<string, Reading>

export type ReadingName = keyof typeof readings

interface Reading {
  readonly url?: fc.Arbitrary<string>
  readonly headers?: readonly HeaderName[]
}

/** A response that conditions can be held against. */
const described = fc.tuple(
  call('set', fc.constant('ETag'), fc.constantFrom('"x"', 'W/"x"', '', '"a,b"')),
  call('set', fc.constant('Last-Modified'), fc.constantFrom('Thu, 01 Jan 1970 00:00:00 GMT', 'x')),
  call('send', fc.constantFrom('text', '')),
)

export function askedIn(name: ReadingName): fc.Arbitrary<Asked> {
  const { url = fc.constant('/'), headers: names = [] }: Reading = readings[name]
  const headers = [...names]
  return fc.record({
    method: fc.constantFrom('GET', 'GET', 'HEAD', 'POST'),
    url,
    headers: fc.subarray(headers, { minLength: Math.min(1, headers.length) }).chain(textsOf),
    calls: described,
  })
}

function textsOf(names: readonly HeaderName[]): fc.Arbitrary<Record<string, string>> {
  return fc.record(Object.fromEntries(names.map((name) => [name, headerTexts[name]])))
}

/** W-091: malformed hosts are undefined. */
export function hasPlainHosts({ headers }: Asked): boolean {
  const [forwarded = ''] = (headers['X-Forwarded-Host'] ?? '').split(',')
  return [headers.Host ?? '', forwarded.trim()].every((host) => PLAIN_HOST.test(host))
}

const PLAIN_HOST = /^(?:(?:\[::1\]|[\w.-]+)(?::\d*)?)?$/
