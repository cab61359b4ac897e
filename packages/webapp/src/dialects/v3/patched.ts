import { ServerResponse } from 'node:http'
import { deprecate } from '../../errors/deprecation.ts'
import type { HeaderValue, Res } from '../../http/exchange.ts'
import { status } from '../../response/status.ts'

interface V3Response extends Res {
  charset?: string
  _emittedHeader?: boolean
}

/** What 3.x changed in Node's own members of a response. */
export const patched = {
  get headerSent(): boolean {
    deprecate('res.headerSent: use standard res.headersSent')
    return (this as unknown as Res).headersSent
  },

  /** Cookies add up, and `res.charset` goes into the Content-Type. */
  setHeader(this: V3Response, field: string, value: HeaderValue): Res {
    const key = field.toLowerCase()
    let merged = value
    if (key === 'set-cookie') merged = [this.getHeader(field) ?? [], value].flat() as string[]
    else if (key === 'content-type' && this.charset) merged = withCharset(value, this.charset)
    return ServerResponse.prototype.setHeader.call(this, field, merged) as Res
  },

  /** Tells listeners of 'header' that this is the last moment to set one. */
  writeHead(this: V3Response, ...args: Parameters<typeof status.writeHead>): Res {
    if (!this._emittedHeader) {
      this._emittedHeader = true
      this.emit('header')
    }
    return status.writeHead.apply(this, args)
  },
}

function withCharset(type: HeaderValue, charset: string): HeaderValue {
  if (typeof type !== 'string' || type.includes('charset=')) return type
  return `${type}; charset=${charset}`
}
