import { type IncomingMessage, METHODS } from 'node:http'
import vary from 'vary'
import { deprecate } from '../../../errors/deprecation.ts'
import { withLength } from '../../../members/expose.ts'
import type { MethodOverrideOptions } from '../../../types/v3/options.ts'
import type { Middleware } from './handler.ts'

interface OverrideRequest extends IncomingMessage {
  originalMethod?: string | undefined
  body?: unknown
}

const HEADER = 'X-HTTP-Method-Override'
const known = new Set(METHODS)

/** `webapp.methodOverride(key)`: takes the method from a form field or a header. */
export function methodOverride(key = '_method', options?: MethodOverrideOptions): Middleware {
  deprecate('methodOverride: use method-override npm module instead')
  const isAllowed = compileMethods(options?.methods)
  return function methodOverride(req: OverrideRequest, res, next) {
    vary(res, HEADER)
    req.originalMethod = req.originalMethod || req.method
    if (isAllowed(req.method ?? '')) {
      const inBody = takeFromBody(req.body, key)
      const [inHeader] = String(req.headers[HEADER.toLowerCase()] ?? '').split(',')
      override(req, inHeader?.trim() || inBody)
    }
    next()
  }
}
withLength(1, methodOverride)

// A link or an image (GET) must not become a DELETE, which would allow request forgery.
function compileMethods(methods: MethodOverrideOptions['methods']): (method: string) => boolean {
  if (methods === null) return () => true
  if (methods === undefined) return (method) => method !== 'GET' && method !== 'HEAD'
  const allowed = new Set(methods.map((method) => method.toUpperCase()))
  return (method) => allowed.has(method)
}

/** The method from a form field. Removes the field, because it is not data of the form. */
function takeFromBody(body: unknown, key: string): string | undefined {
  if (typeof body !== 'object' || body === null || !Object.hasOwn(body, key)) return undefined
  const fields = body as Record<string, unknown>
  const method = fields[key]
  delete fields[key]
  return typeof method === 'string' ? method : undefined
}

function override(req: IncomingMessage, method: string | undefined): void {
  const name = method?.toUpperCase()
  if (name !== undefined && known.has(name)) req.method = name
}
