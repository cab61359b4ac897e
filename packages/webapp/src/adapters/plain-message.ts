import { METHODS, maxHeaderSize } from 'node:http'
import { Readable } from 'node:stream'
import type { Message } from './message.ts'

const methods = new Set(METHODS.filter((method) => method !== 'CONNECT'))

/** More headers than this, or longer ones, are left to Node's parser and its limits. */
const MOST_HEADERS = 200
const LONGEST_HEAD = maxHeaderSize / 4

/**
 * Whether Node's parser would accept a request as it is, and Node's server would only hand it to the
 * handlers. It is cheaper to be sure of few requests than to repeat what Node checks.
 */
export function isPlainMessage({ method, path, headers: { list }, body }: Message): boolean {
  if (!methods.has(method.toUpperCase()) || !PATH.test(path) || list.length > MOST_HEADERS * 2)
    return false
  let hasHost = false
  let length: string | undefined
  let hasCoding = false
  let size = path.length
  for (let at = 0; at < list.length; at += 2) {
    const name = list[at] as string
    const value = list[at + 1] as string
    size += name.length + value.length
    if (!NAME.test(name) || !VALUE.test(value)) return false
    switch (name.toLowerCase()) {
      case 'host':
        if (hasHost || value === '') return false
        hasHost = true
        break
      case 'content-length':
        if (length !== undefined || !LENGTH.test(value)) return false
        length = value
        break
      case 'transfer-encoding':
        if (hasCoding || value !== 'chunked') return false
        hasCoding = true
        break
      case 'connection':
        if (value !== 'close') return false
        break
      case 'expect':
      case 'upgrade':
        return false
    }
  }
  return hasHost && size < LONGEST_HEAD && isFramed(body, length, hasCoding)
}

function isFramed(body: Message['body'], length: string | undefined, hasCoding: boolean): boolean {
  if (body instanceof Readable) return hasCoding !== (length !== undefined)
  if (hasCoding) return false
  return length === undefined ? body === undefined : Number(length) === (body?.length ?? 0)
}

const PATH = /^\/[!"$-~]*$/
const NAME = /^[\w!#$%&'*+.^`|~-]+$/
const VALUE = /^(?:[!-~\x80-\xff](?:[\t -~\x80-\xff]*[!-~\x80-\xff])?)?$/
const LENGTH = /^\d{1,15}$/
