import type { OutgoingHttpHeader, OutgoingHttpHeaders } from 'node:http'
import statuses from 'statuses'
import type { Res } from '../http/exchange.ts'
import { dropBody, flushDeferred, nativeOf } from '../node/index.ts'
import { showCaller } from '../runtime/caller-stack.ts'

type WriteHead = (code: number, reason?: string | Headers, headers?: Headers) => unknown
type Headers = OutgoingHttpHeaders | OutgoingHttpHeader[]

/** Interim statuses. A client that receives one keeps waiting for the final response. */
const INTERIM = new Set([100, 102, 103])

/** A 205 response has no content (RFC 9110, 15.3.6). Node drops bodies of 204 and 304 only. */
function refuseContent(res: Res): void {
  if (!dropBody(res)) return
  // Past the members of the response: Express changes no header here.
  nativeOf(res).removeHeader.call(res, 'Transfer-Encoding')
  nativeOf(res).setHeader.call(res, 'Content-Length', '0')
}

export const status = {
  writeHead(this: Res, code: number, _reason?: string | Headers, _headers?: Headers): Res {
    if (INTERIM.has(code)) {
      throw new RangeError(
        `Invalid final status code: ${code}. An interim status cannot end a response; ` +
          'use res.writeContinue(), res.writeProcessing() or res.writeEarlyHints() for it.',
      )
    }
    flushDeferred(this)
    if (code === 205) refuseContent(this)
    try {
      // Tools that replace Node's member look at the number of its arguments.
      // biome-ignore lint/complexity/noArguments: the function keeps the `length` of Node's.
      const args = arguments as unknown as Parameters<WriteHead>
      return (nativeOf(this).writeHead as WriteHead).apply(this, args) as Res
    } catch (error) {
      throw showCaller(error)
    }
  },

  status(this: Res, code: number): Res {
    const shown = JSON.stringify(code)
    if (!Number.isInteger(code)) {
      throw new TypeError(`Invalid status code: ${shown}. Status code must be an integer.`)
    }
    if (code < 100 || code > 999) {
      throw new RangeError(
        `Invalid status code: ${shown}. Status code must be greater than 99 and less than 1000.`,
      )
    }
    this.statusCode = code
    return this
  },

  sendStatus(this: Res, code: number): Res {
    const body = statuses.message[code] || String(code)
    this.status(code)
    this.type('txt')
    return this.send(body)
  },
}
