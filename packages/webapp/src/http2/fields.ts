import { validateHeaderName, validateHeaderValue } from 'node:http'
import { listHeaders } from '../http/given-headers.ts'

export type Value = string | number | string[]

/** Headers that apply to HTTP/1 connections only (RFC 9113, 8.2.2). */
const OF_CONNECTION = new Set([
  'connection',
  'http2-settings',
  'keep-alive',
  'proxy-connection',
  'transfer-encoding',
  'upgrade',
])

/** Whether HTTP/2 forbids a header. It allows TE with the value `trailers` only. */
export function isOfConnection(name: string, value: Value): boolean {
  const lower = name.toLowerCase()
  return OF_CONNECTION.has(lower) || (lower === 'te' && String(value) !== 'trailers')
}

export function isLength(name: string): boolean {
  return name.length === 14 && name.toLowerCase() === 'content-length'
}

/** The headers given to `writeHead`, as HTTP/2 carries them. */
export function toFields(given: unknown, status: number): object {
  const fields = Object.create(null) as Record<string, Value>
  for (const [name, value] of listHeaders(given)) {
    validateHeaderName(name)
    validateHeaderValue(name, value as string)
    if (isOfConnection(name, value as Value)) continue
    // A client resets the stream of a 204 with a length, and of a 205 without the bytes of its length.
    if (isLength(name) && status === 204) continue
    fields[name] = isLength(name) && status === 205 ? '0' : toField(name, value)
  }
  return fields
}

/**
 * Joins several values of one header with commas (RFC 9110, 5.3), except cookies, because Node
 * refuses several lines of some headers. Spaces around a value are removed: clients ignore a header
 * that has them (RFC 9113, 8.2.1).
 */
export function toField(name: string, value: Value): Value {
  if (typeof value === 'string') return withoutPadding(value)
  if (!Array.isArray(value)) return value
  const lines = value.map((line) => withoutPadding(String(line)))
  if (lines.length > 1 && name.toLowerCase() !== 'set-cookie')
    return withoutPadding(lines.join(', '))
  return lines.some((line, index) => line !== value[index]) ? lines : value
}

function withoutPadding(value: string): string {
  let [start, end] = [0, value.length]
  while (isSpace(value.charCodeAt(start))) start++
  while (end > start && isSpace(value.charCodeAt(end - 1))) end--
  return end - start === value.length ? value : value.slice(start, end)
}

function isSpace(code: number): boolean {
  return code === 32 || code === 9
}
