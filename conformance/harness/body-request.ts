import type { RawRequest } from './request.ts'

export interface BodyRequestOptions {
  /** Content-Type; `null` leaves it out. */
  readonly type?: string | null
  /** Content-Encoding. */
  readonly encoding?: string
  /** Size of the chunks of a chunked body. */
  readonly chunks?: number
  /** Content-Length as claimed, instead of the true one; `null` leaves it out. */
  readonly length?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly method?: string
  readonly target?: string
  readonly http10?: boolean
}

/** A request with a body, labelled so that a transcript stays readable. */
export function sent(content: string | Buffer, options: BodyRequestOptions = {}): RawRequest {
  const body = Buffer.from(content)
  const { method = 'POST', target = '/', http10, chunks } = options
  const lines = [`${method} ${target} HTTP/1.${http10 ? 0 : 1}`, 'Host: conformance.test']
  if (typeof options.type === 'string') lines.push(`Content-Type: ${options.type}`)
  if (options.encoding !== undefined) lines.push(`Content-Encoding: ${options.encoding}`)
  for (const [name, value] of Object.entries(options.headers ?? {})) lines.push(`${name}: ${value}`)
  if (chunks) lines.push('Transfer-Encoding: chunked')
  else if (options.length !== null) lines.push(`Content-Length: ${options.length ?? body.length}`)
  const top = Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1')
  const bytes = Buffer.concat([top, ...(chunks ? toChunks(body, chunks) : [body])])
  return { label: `${method} ${target} ${labelOf(body)} ${JSON.stringify(options)}`, method, bytes }
}

function toChunks(body: Buffer, size: number): Buffer[] {
  const parts: Buffer[] = []
  for (let at = 0; at < body.length; at += size) {
    const piece = body.subarray(at, at + size)
    parts.push(Buffer.from(`${piece.length.toString(16)}\r\n`), piece, Buffer.from('\r\n'))
  }
  return [...parts, Buffer.from('0\r\n\r\n')]
}

function labelOf(body: Buffer): string {
  return `${JSON.stringify(body.toString('latin1', 0, 60))}(${body.length})`
}
