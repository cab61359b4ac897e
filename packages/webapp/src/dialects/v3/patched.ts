import { deprecate } from '../../errors/deprecation.ts'
import type { HeaderValue, Res } from '../../http/exchange.ts'
import { headerMembers, nativeOf } from '../../node/index.ts'
import { status } from '../../response/status.ts'

interface V3Response extends Res {
  charset?: string
  _emittedHeader?: boolean
}

/** Members of Node's response that 3.x overrides. */
export const patched = {
  get headerSent(): boolean {
    deprecate('res.headerSent: use standard res.headersSent')
    return (this as unknown as Res).headersSent
  },

  /** Set-Cookie values accumulate, and `res.charset` is added to the Content-Type. */
  setHeader(this: V3Response, field: string, value: HeaderValue): Res {
    const key = field.toLowerCase()
    let merged = value
    if (key === 'set-cookie') merged = addCookies(this.getHeader(field), value)
    else if (key === 'content-type' && this.charset) merged = withCharset(value, this.charset)
    headerMembers.setHeader.call(this, field, merged)
    return this
  },

  on(this: V3Response, event: string, listener: (...args: unknown[]) => void): Res {
    if (event === 'header') deprecate('res.on("header"): use on-headers npm module instead')
    nativeOf(this).on.call(this, event, listener)
    return this
  },

  /** Emits 'header' before the headers are sent, with status and headers already set. */
  writeHead(this: V3Response, ...args: Parameters<typeof status.writeHead>): Res {
    if (this._emittedHeader || isUnheard(this)) return status.writeHead.apply(this, args)
    this._emittedHeader = true
    const [code, reason, headers] = args
    this.statusCode = code
    const text = typeof reason === 'string' ? reason : undefined
    const given = headers ?? (text === undefined ? (reason as Given) : undefined)
    const entries = entriesOf(given)
    for (const [name, value] of entries ?? []) this.setHeader(name, value)
    this.emit('header')
    const rest: (string | Given)[] = text === undefined ? [] : [text]
    if (entries === undefined) rest.push(given)
    return status.writeHead.apply(this, [this.statusCode, ...rest] as typeof args)
  },
}

/** Nothing listens for 'header', and Node sets each header given to `writeHead`, as over HTTP/1. */
function isUnheard(res: V3Response): boolean {
  return res.req?.httpVersionMajor < 2 && res.listenerCount('header') === 0
}

type Given = Parameters<typeof status.writeHead>[2]

/** The headers by name; `undefined` for a list that is not names and values in turn. */
function entriesOf(headers: Given): [string, HeaderValue][] | undefined {
  if (Array.isArray(headers) && (headers.length % 2 !== 0 || Array.isArray(headers[0]))) {
    return undefined
  }
  if (!Array.isArray(headers)) return Object.entries(headers ?? {}) as [string, HeaderValue][]
  const pairs: [string, HeaderValue][] = []
  for (let at = 0; at + 1 < headers.length; at += 2) {
    pairs.push([String(headers[at]), headers[at + 1] as HeaderValue])
  }
  return pairs
}

/** An array that repeats existing cookies comes from code that merged them itself: skip those. */
function addCookies(before: HeaderValue | undefined, value: HeaderValue): HeaderValue {
  if (before === undefined) return value
  const known = [before].flat().map(String)
  const added = [value].flat().map(String)
  if (added.length < 2) return [...known, ...added]
  return [...known, ...added.filter((cookie) => !known.includes(cookie))]
}

function withCharset(type: HeaderValue, charset: string): HeaderValue {
  if (typeof type !== 'string' || type.includes('charset=')) return type
  return `${type}; charset=${charset}`
}
