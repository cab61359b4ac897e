import type { IncomingMessage, ServerResponse } from 'node:http'
import { deferredHeaders } from '../node/response/deferred-headers.ts'
import { isPristine } from '../node/response/pristine.ts'
import { writeWholeResponse } from '../node/response/single-write.ts'
import type { KeptFile } from './kept-files.ts'
import type { FileSettings } from './options.ts'

const CONDITIONS = [
  'if-match',
  'if-none-match',
  'if-modified-since',
  'if-unmodified-since',
  'range',
]

/**
 * Sends a small file that is known in one go, where nothing can tell the difference: the whole file
 * is wanted, no header was set, and nobody replaced a member that the answer goes through. Returns
 * false where that is not so.
 */
export function sendKept(
  req: IncomingMessage,
  res: ServerResponse,
  file: KeptFile,
  settings: FileSettings,
): boolean {
  const late = deferredHeaders(res)
  if (late === undefined || req.method !== 'GET' || res.statusCode !== 200) return false
  if (settings.start !== 0 || settings.end !== undefined) return false
  if (CONDITIONS.some((name) => req.headers[name] !== undefined) || !isPristine(res)) return false
  const { text } = file
  if (text === undefined) return false
  writeWholeResponse(res, [...late, ...file.headersFor(settings)], text, 'latin1')
  return true
}
