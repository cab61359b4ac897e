import type { IncomingMessage } from 'node:http'
import { httpError } from '../errors/http-error.ts'
import { lateIconv } from '../runtime/late-packages.ts'
import type { BodyPolicy } from './options.ts'

/** The charset of a request's Content-Type, in lower case. */
export function charsetOf(req: IncomingMessage, policy: BodyPolicy): string | undefined {
  const header = req.headers['content-type']
  return header === undefined ? undefined : policy.charsetOf(header)?.toLowerCase()
}

export function unsupportedCharset(charset: string): Error {
  return httpError(415, `unsupported charset "${charset.toUpperCase()}"`, {
    charset,
    type: 'charset.unsupported',
  })
}

export function isKnownCharset(charset: string): boolean {
  return charset === 'utf-8' || lateIconv().encodingExists(charset)
}

/** The text of a body, without a byte order mark. */
export function decodeText(body: Buffer, charset: string): string {
  if (charset === 'utf-8') return withoutByteOrderMark(body.toString('utf8'))
  return lateIconv().decode(body, charset)
}

function withoutByteOrderMark(text: string): string {
  return text.charCodeAt(0) === 0xfeff ? text.slice(1) : text
}
