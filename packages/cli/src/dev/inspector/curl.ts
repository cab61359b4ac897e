import type { RequestRecord } from './messages.ts'

/** Headers that curl sets itself, or that belong to one connection. */
const LEFT_OUT =
  /^(?:host|content-length|connection|transfer-encoding|keep-alive|expect|accept-encoding)$/i

/** A command for a POSIX shell that sends the same request. It contains secrets of the request. */
export function toCurl(record: RequestRecord, base: string): string {
  const body = Buffer.from(record.requestBody.data, 'base64')
  const parts = [
    `curl -i ${describeTarget(record.url, new URL(base).origin)}`,
    ...describeProtocol(record, base),
    ...describeMethod(record.method, body),
    ...describeHeaders(record.requestHeaders, body),
  ]
  if (body.length === 0) return parts.join(' \\\n  ')
  if (isSafeWord(body)) return [...parts, `--data-binary ${quote(body.toString())}`].join(' \\\n  ')
  const command = `printf %s ${quote(record.requestBody.data)} | base64 -d | `
  return `${command}${[...parts, '--data-binary @-'].join(' \\\n  ')}`
}

/** The URL, with the options that make curl send the target as it is. */
function describeTarget(target: string, origin: string): string {
  // `*`, a whole URL, and a fragment, which curl would leave out.
  if (!/^\/[^#\s]*$/.test(target)) return `${quote(`${origin}/`)} --request-target ${word(target)}`
  const options = [word(`${origin}${target}`)]
  // Brackets and braces are patterns of several URLs.
  if (/[[\]{}]/.test(`${origin}${target}`)) options.push('--globoff')
  if (/\/(?:\.|%2e){1,2}(?:\/|$)/i.test(target.replace(/\?.*/, ''))) options.push('--path-as-is')
  return options.join(' ')
}

function describeProtocol({ httpVersion }: RequestRecord, base: string): string[] {
  // A certificate for development is one that nobody signed.
  if (base.startsWith('https:')) return ['-k']
  return httpVersion === '2.0' ? ['--http2-prior-knowledge'] : []
}

function describeMethod(method: string, body: Buffer): string[] {
  if (body.length === 0 && method === 'GET') return []
  if (method !== 'HEAD') return [`-X ${quote(method)}`]
  // With `-X HEAD`, curl waits for the body that Content-Length announces. `-I` allows no body.
  if (body.length === 0) return ['-I']
  return [`-X 'HEAD'`, '--ignore-content-length', `-H 'Connection: close'`]
}

function describeHeaders(headers: RequestRecord['requestHeaders'], body: Buffer): string[] {
  // Names with a colon are the fields of HTTP/2 that curl sets itself.
  const sent = headers.filter(([name]) => !LEFT_OUT.test(name) && !name.startsWith(':'))
  // curl removes a header without a value; with a semicolon it sends the header without one.
  const options = sent.map(([name, value]) => word(value ? `${name}: ${value}` : `${name};`))
  // curl would call every body a form.
  if (body.length > 0 && !sent.some(([name]) => /^content-type$/i.test(name))) {
    options.push(quote('Content-Type:'))
  }
  return options.map((option) => `-H ${option}`)
}

/**
 * A word of the shell for a text of Node's HTTP parser, in which each character is a byte. Bytes
 * that are not UTF-8 cannot be copied as text.
 */
function word(text: string): string {
  const bytes = Buffer.from(text, 'latin1')
  if (isUtf8(bytes)) return quote(bytes.toString())
  return `"$(printf '${bytes.toString('latin1').replace(/[^ \w:;,.=/-]/g, toOctal)}')"`
}

function toOctal(character: string): string {
  return `\\${character.charCodeAt(0).toString(8).padStart(3, '0')}`
}

/** A word of the shell. Nothing is special between single quotes but their end. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/**
 * Whether a body can be a quoted word. Terminals change control characters such as CR when a command
 * is pasted, and curl reads the file that a text after `@` names.
 */
function isSafeWord(body: Buffer): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
  return isUtf8(body) && !/^@|[\0-\x08\x0b-\x1f\x7f]/.test(body.toString())
}

function isUtf8(bytes: Buffer): boolean {
  return Buffer.from(bytes.toString()).equals(bytes)
}
