import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { elementsFromEnd, nodeName } from '../../../src/http/forwarded.ts'
import { runs } from '../../support/runs.ts'

function read(header: string): Record<string, string>[] {
  return [...elementsFromEnd(header)].map((element) => Object.fromEntries(element))
}

describe('elementsFromEnd(header)', () => {
  it('reads the elements of RFC 7239, the last one first', () => {
    expect(read('for="_gazonk"')).toEqual([{ for: '_gazonk' }])
    expect(read('For="[2001:db8:cafe::17]:4711"')).toEqual([{ for: '[2001:db8:cafe::17]:4711' }])
    expect(read('for=192.0.2.60;proto=http;by=203.0.113.43')).toEqual([
      { for: '192.0.2.60', proto: 'http', by: '203.0.113.43' },
    ])
    expect(read('for=192.0.2.43, for=198.51.100.17')).toEqual([
      { for: '198.51.100.17' },
      { for: '192.0.2.43' },
    ])
  })

  it('reads quoted text with commas, semicolons and escapes', () => {
    expect(read('for=a;secret="x, y;z=\\"1\\"" ; proto=http, host="\\\\"')).toEqual([
      { host: '\\' },
      { for: 'a', secret: 'x, y;z="1"', proto: 'http' },
    ])
  })

  it('skips empty elements and pairs', () => {
    expect(read(', ,for=a;;proto=http;, ')).toEqual([{ for: 'a', proto: 'http' }])
    expect(read('')).toEqual([])
    expect(read(' , ')).toEqual([])
  })

  it('takes colons and brackets without quotes, as some proxies write them', () => {
    expect(read('for=[::1]:80, for=10.0.0.1:8080')).toEqual([
      { for: '10.0.0.1:8080' },
      { for: '[::1]:80' },
    ])
  })

  it.each([
    ['an open quote', 'for="1.1.1.1'],
    ['text without a value', 'nonsense'],
    ['a repeated parameter', 'for=1.1.1.1;for=2.2.2.2'],
    ['text behind a quote', 'for="1.1.1.1"x'],
    ['a space before the value', 'for= 1.1.1.1'],
  ])('ends at %s, and keeps the elements behind it', (_what, text) => {
    expect(read(text)).toEqual([])
    expect(read(`for=9.9.9.9, ${text}, for=3.3.3.3, for=4.4.4.4`)).toEqual([
      { for: '4.4.4.4' },
      { for: '3.3.3.3' },
    ])
  })

  it('reads the elements of proxies whatever a client sent before them', () => {
    const pair = fc.tuple(
      fc.constantFrom('for', 'by', 'host', 'proto', 'x'),
      fc.string({
        unit: fc.constantFrom('a', '"', '\\', ',', ';', '=', ' ', '[', ':'),
        maxLength: 6,
      }),
    )
    const element = fc.uniqueArray(pair, { minLength: 1, selector: ([name]) => name })
    const elements = fc.array(element, { minLength: 1, maxLength: 3 })
    const sent = fc.string({
      unit: fc.constantFrom('a', '"', '\\', ',', ';', '=', ' '),
      maxLength: 12,
    })
    fc.assert(
      fc.property(sent, elements, (client, proxies) => {
        const written = proxies.map((pairs) =>
          pairs.map(([name, value]) => `${name}="${value.replace(/["\\]/g, '\\$&')}"`).join(';'),
        )
        const seen = read([client, ...written].join(', ')).slice(0, proxies.length)
        expect(seen).toEqual(proxies.map((pairs) => Object.fromEntries(pairs)).reverse())
      }),
      { seed: 1, numRuns: runs(2_000) },
    )
  })

  it('takes linear time', () => {
    const long = 'for="a,'.repeat(30_000)
    expect(read(`${long}, for=1.1.1.1`)[0]).toEqual({ for: '1.1.1.1' })
    expect(read(`"${',a=1;'.repeat(30_000)}`).length).toBeLessThan(30_001)
  })
})

describe('nodeName(node)', () => {
  it.each([
    ['192.0.2.43', '192.0.2.43'],
    ['192.0.2.43:47011', '192.0.2.43'],
    ['192.0.2.43:_port', '192.0.2.43'],
    ['[2001:db8::17]', '2001:db8::17'],
    ['[2001:db8::17]:4711', '2001:db8::17'],
    ['2001:db8::17', '2001:db8::17'],
    ['unknown', 'unknown'],
    ['unknown:80', 'unknown'],
    ['_hidden', '_hidden'],
    ['_SEVKISEK:80', '_SEVKISEK'],
    ['[1.2.3.4]', undefined],
    ['300.1.1.1', undefined],
    ['192.0.2.43:', undefined],
    ['evil.example', undefined],
    ['', undefined],
    [undefined, undefined],
  ])('%s is %s', (node, name) => {
    expect(nodeName(node)).toBe(name)
  })
})
