import type { IncomingMessage, ServerResponse } from 'node:http'
import { hasNoConditions } from '../node/request/raw-headers.ts'
import { deferredHeaders } from '../node/response/deferred-headers.ts'
import { mayWriteWhole, writeWholeResponse } from '../node/response/single-write.ts'
import type { CachedFile } from './file-cache.ts'
import type { FileSettings } from './options.ts'

const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'range',
]

/**
 * Fast path: sends a cached file and its headers in one write. Returns false if that could differ
 * from the normal path: a conditional or range request, headers set by the application, or replaced
 * response members.
 */
export function sendCached(
  req: IncomingMessage,
  res: ServerResponse,
  file: CachedFile,
  settings: FileSettings,
): boolean {
  const deferred = deferredHeaders(res)
  if (deferred === undefined || req.method !== 'GET' || res.statusCode !== 200) return false
  if (settings.start !== 0 || settings.end !== undefined) return false
  if (hasConditions(req) || !mayWriteWhole(res)) return false
  const { text } = file
  if (text === undefined) return false
  writeWholeResponse(res, [...deferred, ...file.headersFor(settings)], text, 'latin1')
  return true
}

function hasConditions(req: IncomingMessage): boolean {
  return !hasNoConditions(req) && CONDITIONS.some((name) => req.headers[name] !== undefined)
}
