import { maskUrl } from '../errors/mask.ts'
import type { Exchange } from './exchange.ts'

/** One readable line for a request: time, method, path, status, duration, size, route. */
export function formatRequest({
  method,
  url,
  route,
  elapsed,
  responseBody,
  sent,
}: Exchange): string {
  const time = new Date().toTimeString().slice(0, 8)
  const masked = maskUrl(url)
  const path = masked.length > 200 ? `${masked.slice(0, 200)}…` : masked
  const status = sent.isComplete ? String(sent.status) : 'aborted'
  const parts = [
    time,
    method,
    visible(path),
    status,
    formatTime(elapsed),
    formatSize(responseBody.size),
  ]
  if (route !== undefined && route !== url) parts.push(`(${route})`)
  return parts.join(' ')
}

/** A client chooses the path: control characters could write anywhere on the terminal. */
function visible(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the ones to replace.
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, '?')
}

function formatTime(milliseconds: number): string {
  return milliseconds < 10 ? `${milliseconds.toFixed(1)} ms` : `${Math.round(milliseconds)} ms`
}

function formatSize(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  return bytes < 1e6 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1e6).toFixed(1)} MB`
}
