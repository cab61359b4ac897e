import type { ServerResponse } from 'node:http'
import { listHeaders } from '../../../http/given-headers.ts'

/**
 * Calls a function once, before the headers of a response are sent. The function sees the headers
 * given to `writeHead`, and can set headers. Of several functions, the last one runs first.
 */
export function beforeHead(res: ServerResponse, listener: () => void): void {
  const { writeHead } = res
  let isCalled = false
  res.writeHead = function (this: ServerResponse, ...args: Parameters<typeof writeHead>) {
    if (isCalled) return writeHead.apply(this, args)
    // If the function throws, the error page must not call it again.
    isCalled = true
    const [code, reason, headers] = args as unknown as [number, unknown, unknown]
    const text = typeof reason === 'string' ? reason : undefined
    this.statusCode = code
    for (const [name, value] of listHeaders(text === undefined ? (reason ?? headers) : headers)) {
      this.setHeader(name, value)
    }
    listener()
    return writeHead.apply(this, [this.statusCode, text] as typeof args)
  } as typeof writeHead
}

/** Adds a cookie to those that the response already sets. */
export function addCookie(res: ServerResponse, cookie: string): void {
  const before = res.getHeader('Set-Cookie')
  const known = before === undefined ? [] : [before].flat().map(String)
  res.setHeader('Set-Cookie', known.length === 0 ? cookie : [...known, cookie])
}
