import { readFileSync } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import ms from 'ms'
import { targetOf } from '../../../http/target.ts'
import type { FaviconOptions } from '../../../types/v3/late-middleware.ts'
import { isFresh } from '../../v4/fresh.ts'
import { strongEtag } from '../etag.ts'
import { createIcon } from './favicon-image.ts'
import type { Middleware } from './handler.ts'

const YEAR = 365 * 24 * 3600 * 1000

/** `webapp.favicon(path, options)`: serves `/favicon.ico` from a file, a buffer, or its own icon. */
export function favicon(path?: string | Buffer | null, options?: FaviconOptions): Middleware {
  const body = readIcon(path)
  const headers = {
    'Cache-Control': `public, max-age=${Math.floor(readMaxAge(options?.maxAge) / 1000)}`,
    ETag: strongEtag(body) as string, // Every buffer has one.
  }
  return function favicon(req, res, next) {
    if (targetOf(req).pathname !== '/favicon.ico') next()
    else if (req.method === 'GET' || req.method === 'HEAD') sendIcon(req, res, headers, body)
    else refuseMethod(req, res)
  }
}

function readIcon(path: string | Buffer | null | undefined): Buffer {
  if (!path) return createIcon()
  // A copy, because the caller may write into its buffer.
  if (Buffer.isBuffer(path)) return Buffer.from(path)
  if (typeof path !== 'string') throw new TypeError('path to favicon.ico must be string or buffer')
  return readFileSync(path)
}

function readMaxAge(maxAge: FaviconOptions['maxAge']): number {
  if (maxAge === undefined || maxAge === null) return YEAR
  const age = typeof maxAge === 'string' ? ms(maxAge as ms.StringValue) : Number(maxAge)
  if (age === undefined || Number.isNaN(age)) {
    throw new TypeError(`option maxAge "${String(maxAge)}" is invalid`)
  }
  return Math.min(Math.max(age, 0), YEAR)
}

function sendIcon(
  req: IncomingMessage,
  res: ServerResponse,
  headers: { readonly 'Cache-Control': string; readonly ETag: string },
  body: Buffer,
): void {
  for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
  if (isFresh(req.headers, { etag: headers.ETag })) {
    res.statusCode = 304
    res.end()
    return
  }
  res.statusCode = 200
  res.setHeader('Content-Length', body.length)
  res.setHeader('Content-Type', 'image/x-icon')
  res.end(body)
}

function refuseMethod(req: IncomingMessage, res: ServerResponse): void {
  res.statusCode = req.method === 'OPTIONS' ? 200 : 405
  res.setHeader('Allow', 'GET, HEAD, OPTIONS')
  res.setHeader('Content-Length', '0')
  res.end()
}
