import type { IncomingMessage } from 'node:http'
import accepts from 'accepts-v1'
import contentDisposition from 'content-disposition-v0'
import { format, parse } from 'content-type-v1'
import fc from 'fast-check'
import fresh from 'fresh-v0'
import parseRange from 'range-parser-v1'
import typeis from 'type-is-v1'
import { describe, expect, it } from 'vitest'
import { readAccept } from '../../../../src/dialects/v4/accept.ts'
import { formatContentType, parseContentType } from '../../../../src/dialects/v4/content-type.ts'
import { attachmentNamed } from '../../../../src/dialects/v4/disposition.ts'
import { isFresh } from '../../../../src/dialects/v4/fresh.ts'
import { readRange } from '../../../../src/dialects/v4/range.ts'
import { typeIs } from '../../../../src/dialects/v4/type-is.ts'

const RUNS = { seed: 1, numRuns: 1000 }

describe('what 4.x has of libraries, and ours', () => {
  it('accept the same types, encodings, charsets and languages', () => {
    const types = [
      'html',
      '.json',
      'text/html',
      'text/plain;level=1',
      'a/b;c="d,e"',
      '*/*',
      'x',
      'js',
    ]
    const names = ['gzip', 'br', 'identity', 'utf-8', 'en', 'en-US', 'EN', 'de-AT', '*', '-', 'en-']
    const header = fc.option(
      text(
        ...['text/html', 'text/*', '*/*', 'text/plain', 'a/b', 'TEXT/HTML', 'a/*', ',', ', ', ';'],
        ...[
          '; ',
          ' ',
          'q=0.5',
          'q=1',
          'q=0',
          'q=',
          'q=2',
          'q=-1',
          'Q=.3',
          'q="0.5"',
          'q',
          '=',
          '"',
        ],
        ...['level=1', 'c="d,e"', 'c=*', 'x=";"', '\\', '\t', '+', ...names],
      ),
      { nil: undefined },
    )
    const offered = fc.array(fc.constantFrom(...types, ...names), { maxLength: 4 })
    fc.assert(
      fc.property(header, offered, (value, list) => {
        const headers = {
          accept: value,
          'accept-encoding': value,
          'accept-charset': value,
          'accept-language': value,
        }
        const req = { headers } as unknown as IncomingMessage
        const kinds = ['types', 'encodings', 'charsets', 'languages'] as const
        const ask = (read: typeof readAccept | typeof accepts) =>
          kinds.flatMap((kind) => [read(req)[kind](...list), read(req)[kind](list as never)])
        expect(ask(readAccept)).toEqual(ask(accepts))
      }),
      RUNS,
    )
  })

  it('name attachments alike', () => {
    const name = text(
      'a',
      'é',
      '€',
      '😀',
      '"',
      '\\',
      '%41',
      '%',
      '/',
      ' ',
      "'",
      '(',
      '*',
      '\n',
      '\x90',
    )
    fc.assert(
      fc.property(name, (given) => {
        expect(attachmentNamed(given)).toBe(contentDisposition(given))
      }),
      RUNS,
    )
    for (const odd of [undefined, null, 7, '', '\ud800', '.', '/', '..']) {
      expect(outcome(() => attachmentNamed(odd as never))).toEqual(
        outcome(() => contentDisposition(odd as never)),
      )
    }
  })

  it('parse and write the same media types', () => {
    const header = text(
      ...['text/html', 'A/B', ';', '; ', ' ', 'charset', 'Charset', 'a', '=', 'utf-8', 'x', '"'],
      ...['"y z"', '"\\""', '"\\', 'é', '"é"', '\t', '/', ',', '\v', '*', '__proto__', '=1'],
    )
    fc.assert(
      fc.property(header, (given) => {
        if (given === '') return
        expect(outcome(() => parseContentType(given))).toEqual(outcome(() => parse(given)))
        expect(outcome(() => formatContentType(parseContentType(given)))).toEqual(
          outcome(() => format(parse(given))),
        )
      }),
      RUNS,
    )
  })

  it('find the same copies fresh', () => {
    const tag = fc.constantFrom('"a"', 'W/"a"', '"b"', '*', '"b", "a"', ' "a" ,', 'a', '')
    const date = fc.constantFrom(
      ...['Mon, 16 Nov 2026 06:13:41 GMT', 'Mon, 16 Nov 2026 06:13:42 GMT', 'soon', ''],
    )
    const cache = fc.constantFrom('no-cache', 'max-age=0, no-cache', 'no-cache=1', '')
    const optional = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: undefined })
    const request = fc.record({
      'if-none-match': optional(tag),
      'if-modified-since': optional(date),
      'cache-control': optional(cache),
    })
    const response = fc.record({ etag: optional(tag), 'last-modified': optional(date) })
    fc.assert(
      fc.property(request, response, (asked, sent) => {
        expect(isFresh(asked, sent)).toBe(fresh(asked, sent))
      }),
      RUNS,
    )
  })

  it('read the same ranges', () => {
    const header = text(
      ...['bytes=', 'items=', '=', '0-', '-5', '1-2', '3-4', '2-9', '7-7', '9-1', '-', ',', ', '],
      ...['x', '5', '1-2-3', '0x1-2', '1.5-2', ' ', '--1', '99-', '-99'],
    )
    const size = fc.constantFrom(0, 1, 5, 10, 100, Number.POSITIVE_INFINITY, Number.NaN)
    fc.assert(
      fc.property(size, header, fc.boolean(), (bytes, given, combine) => {
        const [ours, theirs] = [readRange, parseRange].map((read) =>
          read(bytes, given, { combine }),
        )
        expect(ours).toEqual(theirs)
        expect((ours as { type?: string }).type).toBe((theirs as { type?: string }).type)
      }),
      RUNS,
    )
  })

  it('tell the same types of bodies', () => {
    const header = text(
      ...[
        'text/html',
        'a/b',
        'a/b+json',
        'application/json',
        'multipart/form-data',
        'A/B',
        ';',
        '; ',
      ],
      ...[
        ' ',
        '+',
        '+c',
        '/',
        '*',
        'charset=utf-8',
        'x',
        '=',
        '"',
        '"y"',
        '"\\"',
        '\t',
        'é',
        '_',
        '.',
      ],
      'a'.repeat(126),
    )
    const wanted = fc.array(
      fc.constantFrom(
        ...[
          'html',
          '.html',
          'text/*',
          '*/*',
          '*',
          'a/b',
          '+json',
          'a/*+json',
          '*/*+json',
          'json',
          '',
        ],
        ...[
          'urlencoded',
          'multipart',
          'multipart/*',
          'A/B',
          'a/b;x',
          'a/b/c',
          '+',
          '*/b+json',
          'js',
        ],
        ...(['*/*+', 'constructor', undefined, null, 7] as string[]),
      ),
      { maxLength: 3 },
    )
    const headers = fc.record(
      {
        'content-type': header,
        'content-length': fc.constantFrom('0', '5', '', 'x'),
        'transfer-encoding': fc.constantFrom('chunked', ''),
      },
      { requiredKeys: [] },
    )
    fc.assert(
      fc.property(headers, wanted, (given, types) => {
        const req = { headers: given } as IncomingMessage
        expect(typeIs.hasBody(req)).toBe(typeis.hasBody(req))
        expect(typeIs(req, types)).toBe(typeis(req, types))
        const type = given['content-type'] ?? ''
        expect(typeIs.is(type, types)).toBe(typeis.is(type, types))
      }),
      RUNS,
    )
  })
})

/** Texts put together of the given ones. */
function text(...pieces: string[]): fc.Arbitrary<string> {
  return fc.array(fc.constantFrom(...pieces), { maxLength: 10 }).map((chosen) => chosen.join(''))
}

function outcome(run: () => unknown): unknown {
  try {
    return run()
  } catch (error) {
    return String(error)
  }
}
