import type { IncomingMessage } from 'node:http'
import type { BodyParser } from '../../../body/parser.ts'
import { deprecate } from '../../../errors/deprecation.ts'
import type { Next } from '../../../http/exchange.ts'
import { bindAsyncContext } from '../../../runtime/async-context.ts'
import type { MultipartOptions } from '../../../types/v3/options.ts'
import { bodies } from '../../v4/bodies.ts'
import { MultipartForm } from '../multipart/form.ts'
import { checkMultipartOptions, type MultipartSettings } from '../multipart/options.ts'

interface FormRequest extends IncomingMessage {
  body?: unknown
  files?: unknown
  form?: MultipartForm
}

/** `webapp.multipart(options)`: fields in `req.body`, files on disk and listed in `req.files`. */
export function multipart(options?: MultipartOptions | null): BodyParser {
  deprecate('multipart: use parser (multiparty, busboy, formidable) npm module instead')
  const settings = checkMultipartOptions(options ?? {}, bodies)
  const defer = Boolean(options?.defer)
  return function multipart(req: FormRequest, _res, next) {
    if (bodies.isRead(req)) {
      next()
      return
    }
    bodies.prepareBody(req)
    req.files = req.files || {}
    if (!isForm(req, settings)) {
      next()
      return
    }
    bodies.markRead(req)
    receive(req, settings, defer, next)
  }
}

function isForm(req: IncomingMessage, { body }: MultipartSettings): boolean {
  if (req.method === 'GET' || req.method === 'HEAD') return false
  return bodies.lateTypeIs().hasBody(req) && Boolean(body.isWanted(req))
}

function receive(req: FormRequest, settings: MultipartSettings, defer: boolean, next: Next): void {
  let form: MultipartForm
  try {
    form = new MultipartForm(req, settings)
  } catch (error) {
    // A compressed body was piped to its decoder, which nothing reads.
    req.unpipe()
    req.resume()
    next(error)
    return
  }
  const done = bindAsyncContext((error?: unknown) => next(error))
  form.on('close', () => {
    req.body = form.fields
    req.files = form.files
    if (!defer) done()
  })
  if (!defer) form.on('error', done)
  form.start()
  if (!defer) return
  req.form = form
  next()
}
