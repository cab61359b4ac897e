/** One request as it goes over the wire. */
export interface RawRequest {
  readonly label: string
  readonly method: string
  readonly bytes: Buffer
}

/** Requests that share a connection. */
export interface Conversation {
  readonly requests: readonly RawRequest[]
  /** All requests in one write, instead of each after the response to the one before. */
  readonly pipelined: boolean
  /** Milliseconds until a silent connection counts as a hanging one. */
  readonly patience: number
}

export interface RequestOptions {
  readonly headers?: Record<string, string | readonly string[]>
  readonly body?: string | Buffer
  /** Sends the body as chunks. */
  readonly chunked?: boolean
  readonly http10?: boolean
  /** Leaves the Host header out. */
  readonly noHost?: boolean
}

/** Only a safety net: use `hanging` for a request without a complete answer. */
const usualPatience = 20_000

export function get(target: string, options: RequestOptions = {}): RawRequest {
  return request('GET', target, options)
}

export function head(target: string, options: RequestOptions = {}): RawRequest {
  return request('HEAD', target, options)
}

export function post(target: string, options: RequestOptions = {}): RawRequest {
  return request('POST', target, options)
}

export function request(method: string, target: string, options: RequestOptions = {}): RawRequest {
  const version = options.http10 ? 'HTTP/1.0' : 'HTTP/1.1'
  const top = `${method} ${target} ${version}\r\n${headerLines(options).join('')}\r\n`
  const bytes = Buffer.concat([Buffer.from(top, 'latin1'), ...bodyParts(options)])
  return { label: labelOf(method, target, options), method, bytes }
}

/** Exactly these bytes; a string is written as Latin-1. */
export function raw(bytes: string | Buffer, label?: string): RawRequest {
  const buffer = typeof bytes === 'string' ? Buffer.from(bytes, 'latin1') : bytes
  const text = buffer.toString('latin1')
  return {
    label: label ?? JSON.stringify(text.slice(0, 80)),
    method: text.slice(0, Math.max(0, text.indexOf(' '))),
    bytes: buffer,
  }
}

export function pipelined(requests: readonly RawRequest[]): Conversation {
  return { requests, pipelined: true, patience: usualPatience }
}

export function keepAlive(requests: readonly RawRequest[]): Conversation {
  return { requests, pipelined: false, patience: usualPatience }
}

/** A request that is expected to stay without a (complete) answer. */
export function hanging(request: RawRequest, patience = 120): Conversation {
  return { requests: [request], pipelined: false, patience }
}

export function toConversation(item: RawRequest | Conversation): Conversation {
  return 'requests' in item ? item : keepAlive([item])
}

function headerLines(options: RequestOptions): string[] {
  const lines: string[] = []
  const given = Object.entries(options.headers ?? {})
  const hasHost = given.some(([name]) => name.toLowerCase() === 'host')
  if (!hasHost && !options.noHost) lines.push('Host: conformance.test\r\n')
  for (const [name, value] of given) {
    for (const one of typeof value === 'string' ? [value] : value) lines.push(`${name}: ${one}\r\n`)
  }
  if (options.chunked) lines.push('Transfer-Encoding: chunked\r\n')
  else if (options.body !== undefined) {
    lines.push(`Content-Length: ${Buffer.byteLength(options.body)}\r\n`)
  }
  return lines
}

function bodyParts(options: RequestOptions): Buffer[] {
  if (options.body === undefined) return []
  const body = Buffer.from(options.body)
  if (!options.chunked) return [body]
  return [Buffer.from(`${body.length.toString(16)}\r\n`), body, Buffer.from('\r\n0\r\n\r\n')]
}

function labelOf(method: string, target: string, options: RequestOptions): string {
  const extras = Object.keys(options).length > 0 ? ` ${JSON.stringify(options)}` : ''
  return `${method} ${target}${extras}`
}
