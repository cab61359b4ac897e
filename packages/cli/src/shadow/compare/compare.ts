import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateSync } from 'node:zlib'
import type { Reply } from '../exchange.ts'
import { fits, hasHoles, templateOf } from './template.ts'

/** One thing in which the copy differs. */
export interface Difference {
  readonly part: 'status' | 'header' | 'body' | 'connection'
  /** Of a header. */
  readonly name?: string
  /** What Express sent; undefined for a header that it did not send. */
  readonly express: string | undefined
  readonly webapp: string | undefined
}

/** Headers of the connection: a client chooses them as much as the program. */
const OF_CONNECTION = /^(?:connection|keep-alive)$/

/**
 * What differs between the responses of Express and one of webapp. The responses of Express are for
 * the same request: where they differ from each other, the response of webapp may differ, too.
 */
export function compare(express: readonly [Reply, ...Reply[]], webapp: Reply): Difference[] {
  const [status] = compareStatus(express, webapp)
  if (status !== undefined) return [status, ...compareHeaders(express, webapp)]
  const body = compareBodies(express, webapp)
  return [...body, ...compareHeaders(express, webapp)]
}

function compareStatus(express: readonly [Reply, ...Reply[]], webapp: Reply): Difference[] {
  const shown = ({ status, reason }: Reply) => `${status} ${reason}`
  const expected = express.map(shown)
  if (expected.includes(shown(webapp))) return []
  return [{ part: 'status', express: expected[0], webapp: shown(webapp) }]
}

function compareHeaders(express: readonly [Reply, ...Reply[]], webapp: Reply): Difference[] {
  const samples = express.map(headerValues)
  const own = headerValues(webapp)
  const names = new Set([...samples.flatMap((sample) => [...sample.keys()]), ...own.keys()])
  const differences: Difference[] = []
  for (const name of names) {
    if (OF_CONNECTION.test(name)) continue
    const expected = samples.map((sample) => sample.get(name))
    const value = own.get(name)
    if (!headerFits(name, expected, value, webapp)) {
      differences.push({ part: 'header', name, express: expected[0], webapp: value })
    }
  }
  return differences
}

function headerFits(
  name: string,
  expected: readonly (string | undefined)[],
  value: string | undefined,
  webapp: Reply,
): boolean {
  if (expected.includes(value)) return true
  const known = expected.filter((each) => each !== undefined)
  if (value === undefined || known.length === 0) return false
  // The time of the response, in one format (RFC 9110, 6.6.1).
  if (name === 'date') return /^\w{3}, \d\d \w{3} \d{4} [\d:]{8} GMT$/.test(value)
  // The bodies are compared, and Node refuses a wrong length.
  if (name === 'content-length' && value === String(webapp.size)) return true
  if (known.some((each) => isSameMoment(each, value))) return true
  return fits(templateOf(known), value)
}

/** Seconds in which the copies do the same, for the first time or again. */
const ONE_MOMENT = 5

/** Whether two values are times since 1970 that are close to each other, such as the end of a rate limit. */
function isSameMoment(one: string, other: string): boolean {
  if (one.length !== other.length || ![one, other].every((each) => MOMENT.test(each))) return false
  const second = one.length === 13 ? 1000 : 1
  return Math.abs(Number(one) - Number(other)) <= ONE_MOMENT * second
}

/** Seconds or milliseconds, from 2001 to 2033. */
const MOMENT = /^1\d{9}(?:\d{3})?$/

function headerValues({ headers }: Reply): Map<string, string> {
  const values = new Map<string, string>()
  for (const [given, value] of headers) {
    const name = given.toLowerCase()
    const before = values.get(name)
    values.set(name, before === undefined ? value : `${before}\n${value}`)
  }
  return values
}

function compareBodies(express: readonly [Reply, ...Reply[]], webapp: Reply): Difference[] {
  const [first] = express
  const isEqual = express.some(({ size, body }) => size === webapp.size && body.equals(webapp.body))
  const isWhole = webapp.size === webapp.body.length
  if (isEqual && (isWhole || express.some(({ hash }) => hash === webapp.hash))) return []
  if (isEqual) {
    const [one = '', other = ''] = [first.hash, webapp.hash].map((hash) => `(SHA-256 ${hash})`)
    return [{ part: 'body', express: one, webapp: other }]
  }
  const texts = express.map(bodyText)
  const text = bodyText(webapp)
  if (texts.includes(text) || fits(templateOf(texts), text)) return []
  return [{ part: 'body', express: texts[0], webapp: text }]
}

/** The body as text. It is decompressed: the same text may be compressed in several ways. */
export function bodyText({ body, headers }: Reply): string {
  const [, coding] = headers.find(([name]) => /^content-encoding$/i.test(name)) ?? []
  const plain = decompress(body, coding?.toLowerCase())
  return plain.toString(isUtf8(plain) ? 'utf8' : 'latin1')
}

const DECOMPRESS: Readonly<Record<string, typeof gunzipSync>> = {
  gzip: gunzipSync,
  deflate: inflateSync,
  br: brotliDecompressSync,
}

function decompress(body: Buffer, coding: string | undefined): Buffer {
  try {
    return DECOMPRESS[coding ?? '']?.(body, { maxOutputLength: 16 * 1024 * 1024 }) ?? body
  } catch {
    return body // Only a part of it was kept.
  }
}

/** The parts of a response that change by themselves, for the report. */
export function changingParts(express: readonly [Reply, ...Reply[]]): string[] {
  const samples = express.map(headerValues)
  const names = new Set(samples.flatMap((sample) => [...sample.keys()]))
  const headers = [...names].filter((name) => {
    if (OF_CONNECTION.test(name) || name === 'date' || name === 'content-length') return false
    return new Set(samples.map((sample) => sample.get(name))).size > 1
  })
  const isBodyChanging = hasHoles(templateOf(express.map(bodyText)))
  return [...headers, ...(isBodyChanging ? ['body'] : [])]
}
