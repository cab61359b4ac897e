import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { PartSplitter } from '../../../src/body/form-parser.ts'
import { runs } from '../../support/runs.ts'

const BOUNDARY = 'limit'
const HEADER_BYTES = 40

type Seen = readonly [headers: string, content: string, isComplete: boolean]

/** The parts of a form whose bytes arrive in chunks, and the error that ends it. */
function split(chunks: Iterable<Buffer>, boundary = BOUNDARY, headerBytes = HEADER_BYTES) {
  const parts: [string, string, boolean][] = []
  const splitter = new PartSplitter(boundary, headerBytes, {
    onPart: (headers) => parts.push([JSON.stringify(headers), '', false]),
    onData: (bytes) => {
      expect(bytes.length).toBeGreaterThan(0)
      const part = parts.at(-1)
      if (part) part[1] += bytes.toString('latin1')
      bytes.fill('!') // A program may change what it receives.
    },
    onPartEnd: () => {
      const part = parts.at(-1)
      if (part) part[2] = true
    },
  })
  try {
    for (const chunk of chunks) splitter.write(chunk)
    splitter.end()
    return { parts: parts as readonly Seen[] }
  } catch (error) {
    const { message, status } = error as Error & { status: number }
    return { parts: parts as readonly Seen[], error: `${status} ${message}` }
  }
}

/** Chunks of the given sizes, by turns. They are copies: the receiver may change them. */
function* cut(text: string, sizes: readonly number[]): Iterable<Buffer> {
  for (let at = 0, turn = 0; at < text.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    yield Buffer.from(text.slice(at, at + size), 'latin1')
    at += size
  }
}

describe('PartSplitter', () => {
  const token = fc.constantFrom(
    ...[
      '\r',
      '\n',
      '\r\n',
      '\r\n\r\n',
      '-',
      '--',
      ' ',
      '\t',
      ' \t ',
      'a',
      ':',
      'A: b',
      '\xe9',
      '\0',
    ],
    ...[`--${BOUNDARY}`, `\r\n--${BOUNDARY}`, `\r\n--${BOUNDARY}--`, `\r\n--${BOUNDARY} \t\r\n`],
    ...[
      `\r\n--${BOUNDARY.slice(0, -1)}`,
      '\r\n--',
      `--${BOUNDARY}\r\n`,
      `\r\n--${BOUNDARY}\r\n\r\n`,
    ],
    ...['A: b\r\n\r\n', 'A: b\r\n C: d\r\n\r\n', `X: ${'x'.repeat(34)}`, ' '.repeat(HEADER_BYTES)],
  )
  const sizes = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 6 })
  // Most random bytes are malformed early, so many of them begin as a form does.
  const begins = fc.constantFrom('', `--${BOUNDARY}\r\nA: b\r\n\r\n`, `--${BOUNDARY}  \r\n\r\n`)
  const bytes = fc.tuple(begins, fc.array(token, { maxLength: 30 })).map(([first, rest]) => {
    return first + rest.join('')
  })

  it('reads the same, however the bytes are cut', () => {
    const seen = new Set<string>()
    fc.assert(
      fc.property(bytes, sizes, (text, by) => {
        const whole = split([Buffer.from(text, 'latin1')])
        seen.add(whole.error ?? 'read')
        expect(split(cut(text, by))).toEqual(whole)
        expect(split(cut(text, [1]))).toEqual(whole)
      }),
      { numRuns: runs(20_000), seed: 7 },
    )
    expect([...seen].sort()).toEqual([
      '400 Malformed boundary',
      '400 Malformed part header',
      '400 Unexpected end of form',
      '413 The headers of a part are too large',
      'read',
    ])
  })

  it('reads a form with padding behind its boundaries, however it is cut', () => {
    const padded = fc.record({
      padding: fc.stringMatching(/^[ \t]{0,40}$/),
      content: fc.constantFrom('', 'x', '\r', '\r\n', '\r\n--limi', '--limit', '\r\n-- limit'),
    })
    fc.assert(
      fc.property(fc.array(padded, { maxLength: 6 }), sizes, (all, by) => {
        const text = all.map(
          ({ padding, content }, at) => `--limit${padding}\r\nN: ${at}\r\n\r\n${content}\r\n`,
        )
        const read = split(cut(`${text.join('')}--limit-- \t\r\nepilogue`, by))
        const parts = all.map(({ content }, at) => [`[["n","${at}"]]`, content, true])
        expect(read).toEqual({ parts })
      }),
      { numRuns: runs(5000), seed: 7 },
    )
  })

  it.each([1, 7, 1000])('limits the padding as the headers, in chunks of %i', (size) => {
    const form = (padding: number) =>
      `--limit${' \t'.repeat(padding / 2)}\r\nA: b\r\n\r\nx\r\n--limit--`
    expect(split(cut(form(HEADER_BYTES), [size]))).toEqual({ parts: [['[["a","b"]]', 'x', true]] })
    const refused = { parts: [], error: '400 Malformed boundary' }
    expect(split(cut(form(HEADER_BYTES + 2), [size]))).toEqual(refused)
    // Without an end, too: it is refused as soon as there is one space too many.
    const padding = ' '.repeat(HEADER_BYTES)
    const unfinished = { parts: [], error: '400 Unexpected end of form' }
    expect(split(cut(`--limit${padding}`, [size]))).toEqual(unfinished)
    expect(split(cut(`--limit${padding} `, [size]))).toEqual(refused)
  })
})

/** Forms of about `size` bytes in which a part of the syntax is as long, or as frequent, as can be. */
const FORMS: Record<string, (size: number, boundary: string) => string> = {
  'blanks behind a boundary': (size, b) => `--${b}${' '.repeat(size)}\r\nA: b\r\n\r\nx\r\n--${b}--`,
  'tabs behind a boundary': (size, b) => `--${b}${'\t'.repeat(size)}\r\n\r\n\r\n--${b}--`,
  'blanks behind many boundaries': (size, b) =>
    `${`--${b}${' '.repeat(500)}\r\n\r\nx\r\n`.repeat(size / 500)}--${b}--`,
  'blanks behind the end': (size, b) => `--${b}--${' '.repeat(size)}`,
  'one long header': (size, b) => `--${b}\r\nA: ${'b'.repeat(size)}\r\n\r\nx\r\n--${b}--`,
  'many headers': (size, b) => `--${b}\r\n${'A: b\r\n'.repeat(size / 6)}\r\nx\r\n--${b}--`,
  'a folded header': (size, b) => `--${b}\r\nA: b${'\r\n c'.repeat(size / 4)}\r\n\r\nx\r\n--${b}--`,
  'a header of CR': (size, b) => `--${b}\r\nA: ${'\r'.repeat(size)}`,
  'headers without an end': (size, b) => `--${b}\r\n${'\r\n\r'.repeat(size / 3)}`,
  'almost boundaries': (size, b) => {
    const almost = `\r\n--${b.slice(0, -1)}`
    return `--${b}\r\n\r\n${almost.repeat(size / almost.length)}\r\n--${b}--`
  },
  'beginnings of boundaries': (size, b) => `--${b}\r\n\r\n${'\r\n--'.repeat(size / 4)}\r\n--${b}--`,
  'content of CR': (size, b) => `--${b}\r\n\r\n${'\r'.repeat(size)}\r\n--${b}--`,
  'content of CRLF': (size, b) => `--${b}\r\n\r\n${'\r\n'.repeat(size / 2)}\r\n--${b}--`,
  'content of dashes': (size, b) => `--${b}\r\n\r\n${'-'.repeat(size)}\r\n--${b}--`,
  'a preamble': (size, b) => `${'x'.repeat(size)}\r\n--${b}--`,
  'a preamble of almost boundaries': (size, b) => {
    const almost = `\r\n--${b.slice(0, -1)}`
    return `${almost.repeat(size / almost.length)}\r\n--${b}--`
  },
  'an epilogue': (size, b) => `--${b}--\r\n${`--${b}\r\n`.repeat(size / b.length)}`,
  'empty parts': (size, b) => `${`--${b}\r\n\r\n\r\n`.repeat(size / b.length)}--${b}--`,
  'small parts': (size, b) => `${`--${b}\r\nA: b\r\n\r\nx\r\n`.repeat(size / b.length)}--${b}--`,
}

describe('the work of PartSplitter', () => {
  // The most that a Content-Type may declare, and a usual one.
  const boundaries = ['b'.repeat(200), '-'.repeat(200), '----WebKitFormBoundaryABCDEFGHIJ']

  it.each(Object.keys(FORMS))('is linear in the bytes, whatever the chunks: %s', (name) => {
    for (const boundary of boundaries) {
      const text = FORMS[name]?.(16_000, boundary) ?? ''
      for (const size of [1, 2, 3, 50, text.length]) {
        const work = countWork(text, boundary, size)
        // At most so many bytes are searched, compared or copied for each byte of the form.
        expect(work / text.length, `chunks of ${size}, boundary ${boundary}`).toBeLessThan(20)
      }
    }
  })

  function countWork(text: string, boundary: string, size: number): number {
    const chunks = [...cut(text, [size])]
    const events = { onPart() {}, onData() {}, onPartEnd() {} }
    const splitter = new PartSplitter(boundary, Infinity, events)
    const counter = new WorkCounter()
    try {
      for (const chunk of chunks) splitter.write(chunk)
    } catch (error) {
      expect(error).toMatchObject({ status: 400 })
    } finally {
      counter.stop()
    }
    return counter.work
  }
})

type Cost = (receiver: Buffer, args: readonly never[], result: never) => number

/** Counts the bytes that members of Buffer search, compare, copy and decode, and their calls. */
class WorkCounter {
  work = 0
  readonly #restore: (() => void)[] = []

  constructor() {
    const lengthOf = (_receiver: Buffer, _args: readonly never[], { length }: Buffer) => length
    this.#count(Buffer, 'concat', lengthOf as Cost)
    this.#count(Buffer, 'from', lengthOf as Cost)
    const { prototype } = Buffer
    this.#count(prototype, 'copy', (_receiver, _args, copied) => copied)
    this.#count(prototype, 'toString', (_receiver, [, start = 0, end = 0]) => end - start)
    this.#count(prototype, 'compare', (receiver, args) => countCompared(receiver, args))
    this.#count(prototype, 'indexOf', (receiver, [, start = 0], at: number) => {
      return (at === -1 ? receiver.length : at) - start
    })
  }

  /** Plain functions in place of mocks, which would keep the arguments of all calls. */
  #count(target: object, name: string, cost: Cost): void {
    const members = target as Record<string, (...args: never[]) => unknown>
    const original = members[name]
    if (original === undefined) throw new Error(`Buffer has no ${name}`)
    const count = (bytes: number) => {
      this.work += 1 + bytes
    }
    members[name] = function (this: Buffer, ...args: never[]) {
      const result = Reflect.apply(original, this, args)
      count(cost(this, args, result as never))
      return result
    }
    this.#restore.push(() => {
      members[name] = original
    })
  }

  stop(): void {
    for (const restore of this.#restore) restore()
  }
}

/** How many bytes a comparison reads: it ends at the first difference. */
function countCompared(bytes: Buffer, args: readonly unknown[]): number {
  const [other, otherStart, otherEnd, start] = args as [Buffer, number, number, number]
  let equal = 0
  while (otherStart + equal < otherEnd && bytes[start + equal] === other[otherStart + equal])
    equal++
  return equal + 1
}
