import type { Stats } from 'node:fs'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { forwardIfRejects } from '../errors/callback-errors.ts'
import { httpError } from '../errors/http-error.ts'
import { places, recordFolder } from '../errors/places.ts'
import { evadesLayer } from '../http/passages.ts'
import { parseTarget, targetOf } from '../http/target.ts'
import { flattenOptions } from '../runtime/flatten-options.ts'
import { redirectToDirectory } from './directory-redirect.ts'
import { checkFileOptions, type FileOptions, type FilePolicy } from './options.ts'
import { headersSentError, type SendCallbacks, transferFile } from './send.ts'
import { createVariants } from './variants.ts'

export interface StaticOptions extends FileOptions {
  readonly fallthrough?: boolean
  readonly precompressed?: readonly string[] | false
  readonly redirect?: boolean
  readonly setHeaders?: (res: ServerResponse, path: string, stat: Stats) => unknown
}

type Next = (error?: unknown) => void
type StaticHandler = (req: IncomingMessage, res: ServerResponse, next: Next) => void

export type StaticFactory = (root: string, options?: StaticOptions) => StaticHandler

/** Creates `webapp.static` of a dialect: a factory of middleware that serves a directory. */
export function createStatic(policy: FilePolicy): StaticFactory {
  return function serveStatic(root, options) {
    const handler = createStaticHandler(root, options, policy)
    if (places.areRecorded) recordFolder(handler, root)
    return handler
  }
}

function createStaticHandler(
  root: string,
  options: StaticOptions | undefined,
  policy: FilePolicy,
): StaticHandler {
  if (!root) throw new TypeError('root path required')
  if (typeof root !== 'string') throw new TypeError('root path must be a string')
  const { fallthrough, precompressed, redirect, setHeaders, ...rest } = flattenOptions(options)
  if (setHeaders && typeof setHeaders !== 'function') {
    throw new TypeError('option setHeaders must be function')
  }
  const settings = checkFileOptions({ ...rest, root }, policy)
  const variants = createVariants(precompressed, settings)
  const fallsThrough = fallthrough !== false

  return function serveStatic(req, res, next) {
    if (req.method !== 'GET' && req.method !== 'HEAD') {
      if (fallsThrough) next()
      else refuseMethod(res)
      return
    }
    let found = false
    const onError = (error: Error & { statusCode?: number }) => {
      const isClientError = error.statusCode !== undefined && error.statusCode < 500
      if (fallsThrough && !found && isClientError) next()
      else next(error)
    }
    // A guard such as `app.use('/admin', …)` must see every request for the files below '/admin'.
    if (evadesLayer(req)) {
      onError(httpError(404))
      return
    }
    const path = filePathOf(req)
    const callbacks: SendCallbacks = {
      onError,
      onDirectory() {
        const isFinal = redirect === false || path.endsWith('/') || !originalPathOf(req)
        if (isFinal) onError(httpError(404))
        else if (res.headersSent) next(headersSentError())
        else tryRedirect(req, res, policy, next)
      },
      onFound() {
        found = true
      },
      onHeaders:
        setHeaders && ((file, stat) => forwardIfRejects(setHeaders(res, file, stat), req, next)),
    }
    transferFile(req, res, path, settings, callbacks, variants)
  }
}

/** Redirects; an invalid status or header goes to `next`, because this runs in a callback. */
function tryRedirect(
  req: IncomingMessage,
  res: ServerResponse,
  policy: FilePolicy,
  next: Next,
): void {
  try {
    redirectToDirectory(req, res, policy.directoryRedirect)
  } catch (error) {
    next(error)
  }
}

function refuseMethod(res: ServerResponse): void {
  res.statusCode = 405
  res.setHeader('Allow', 'GET, HEAD')
  res.setHeader('Content-Length', '0')
  res.end()
}

/** The path of the original URL; a target such as `http://@` has none. */
function originalPathOf(
  req: IncomingMessage & { originalUrl?: string },
): string | null | undefined {
  return parseTarget(req.originalUrl ?? req.url).pathname
}

/** The path below the root. Empty for the mount path without a trailing slash: the root itself. */
function filePathOf(req: IncomingMessage & { originalUrl?: string }): string {
  const path = targetOf(req).pathname ?? ''
  if (path !== '/') return path
  return originalPathOf(req)?.endsWith('/') ? path : ''
}
