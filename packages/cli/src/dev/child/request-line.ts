import { maskUrl } from '../errors/mask.ts'
import type { Exchange } from './exchange.ts'

/** One readable line for a request: time, method, path, status, duration, size, route. */
export function formatRequest({
  method,
  url,
  route,
  responseTime,
  responseBody,
  sent,
  isAborted,
  stream,
}: Exchange): string {
  const time = new Date().toTimeString().slice(0, 8)
  const status = isAborted ? 'aborted' : `${sent.status}${stream === undefined ? '' : ' stream'}`
  const parts = [
    time,
    method,
    formatPath(url),
    status,
    formatTime(responseTime),
    formatSize(responseBody.size),
  ]
  if (route !== undefined && route !== url) parts.push(`(${route})`)
  return parts.join(' ')
}

/** The path of a request without its secrets. */
export function formatPath(url: string): string {
  return visible(maskUrl(url))
}

const MAX_TEXT = 200

/**
 * A text for one line of the terminal. A client chooses the path: control characters could write
 * anywhere.
 */
export function visible(text: string): string {
  const short = text.length > MAX_TEXT ? `${text.slice(0, MAX_TEXT)}…` : text
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace.
  return short.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?')
}

function formatTime(milliseconds: number): string {
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
