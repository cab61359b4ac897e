/**
 * The value of a header and its parameters, as browsers send them: in quotes, a backslash escapes
 * only a quote and itself, because old browsers send paths of files.
 */
export function parseParameters(header: string): {
  value: string
  parameters: Map<string, string>
} {
  const semicolon = header.indexOf(';')
  const value = (semicolon === -1 ? header : header.slice(0, semicolon)).trim().toLowerCase()
  const parameters = new Map<string, string>()
  let at = semicolon === -1 ? header.length : semicolon
  let equals = -1
  while (at < header.length) {
    const start = at + 1
    const end = indexOrEnd(header, ';', start)
    // Searching again after each semicolon would take quadratic time for a header of semicolons.
    if (equals < start) equals = header.indexOf('=', start)
    if (equals === -1) break
    at = end
    // A parameter without a value has no meaning here.
    if (end < equals) continue
    const name = header.slice(start, equals).trim().toLowerCase()
    const [text, after] = readValue(header, equals + 1)
    if (!parameters.has(name)) parameters.set(name, text)
    at = indexOrEnd(header, ';', after)
  }
  return { value, parameters }
}

function indexOrEnd(text: string, sign: string, from: number): number {
  const found = text.indexOf(sign, from)
  return found === -1 ? text.length : found
}

function readValue(header: string, start: number): [text: string, end: number] {
  let at = start
  while (header[at] === ' ' || header[at] === '\t') at++
  if (header[at] !== '"') {
    const end = indexOrEnd(header, ';', at)
    return [header.slice(at, end).trim(), end]
  }
  let text = ''
  for (at++; at < header.length && header[at] !== '"'; at++) {
    const next = header[at + 1]
    if (header[at] === '\\' && (next === '"' || next === '\\')) at++
    text += header[at]
  }
  return [text, at + 1]
}

/** The Content-Disposition of a part. A `filename*` is preferred, unless it cannot be decoded. */
export function parseDisposition(header = ''): {
  value: string
  name: string | undefined
  filename: string | undefined
} {
  const { value, parameters } = parseParameters(header)
  const extended = parameters.get('filename*')
  const filename = (extended && decodeExtended(extended)) ?? parameters.get('filename')
  return { value, name: parameters.get('name'), filename }
}

/** A value such as `UTF-8''na%C3%AFve.txt` (RFC 8187); undefined if it cannot be decoded. */
function decodeExtended(value: string): string | undefined {
  const [charset = '', , encoded] = value.split("'")
  if (encoded === undefined || !/^(?:[ -$&-~]|%[\da-f]{2})*$/i.test(encoded)) return undefined
  const unescaped = encoded.replace(/%(..)/g, (_escape, code) =>
    String.fromCharCode(Number.parseInt(code, 16)),
  )
  return decodePart(Buffer.from(unescaped, 'latin1'), charset)
}

/** Text in a charset that a client names; undefined if that is unknown. */
export function decodePart(bytes: Buffer, charset: string): string | undefined {
  if (/^utf-?8$/i.test(charset)) return bytes.toString('utf8')
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return undefined
  }
}
