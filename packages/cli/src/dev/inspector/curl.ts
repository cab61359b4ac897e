import type { RequestRecord } from './messages.ts'

/** Headers that curl sets itself, or that belong to one connection. */
const LEFT_OUT =
  /^(?:host|content-length|connection|transfer-encoding|keep-alive|expect|accept-encoding)$/i

/** A command for a POSIX shell that sends the same request. It contains secrets of the request. */
export function toCurl(record: RequestRecord, base: string): string {
  const { method, url, requestHeaders, requestBody } = record
  const parts = [
    `curl -i ${quote(`${new URL(base).origin}${url.startsWith('/') ? url : `/${url}`}`)}`,
  ]
  // A certificate for development is one that nobody signed.
  if (base.startsWith('https:')) parts.push('-k')
  if (method !== 'GET') parts.push(`-X ${quote(method)}`)
  for (const [name, value] of requestHeaders) {
    // Names with a colon are the fields of HTTP/2 that curl sets itself.
    if (!LEFT_OUT.test(name) && !name.startsWith(':'))
      parts.push(`-H ${quote(`${name}: ${value}`)}`)
  }
  const body = Buffer.from(requestBody.data, 'base64')
  if (body.length === 0) return parts.join(' \\\n  ')
  // curl would read the file that a text after `@` names.
  if (!isText(body) || body.toString().startsWith('@')) {
    const command = `printf %s ${quote(requestBody.data)} | base64 -d | `
    return `${command}${[...parts, '--data-binary @-'].join(' \\\n  ')}`
  }
  return [...parts, `--data-binary ${quote(body.toString())}`].join(' \\\n  ')
}

/** A word of the shell. Nothing is special between single quotes but their end. */
function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

function isText(body: Buffer): boolean {
  return Buffer.from(body.toString()).equals(body) && !body.includes(0)
}
