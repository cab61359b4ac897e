/** Decodes the percent encoding of text; returns text with a malformed encoding unchanged. */
export function decodeComponent(text: string, _decoder: unknown, charset: string): string {
  const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text
  if (!spaced.includes('%')) return spaced
  if (charset === 'iso-8859-1') return spaced.replace(/%[\da-f]{2}/gi, decodeByte)
  try {
    return decodeURIComponent(spaced)
  } catch {
    return spaced
  }
}

function decodeByte(encoded: string): string {
  return String.fromCharCode(Number.parseInt(encoded.slice(1), 16))
}

/** Decodes the references that browsers send for characters that the charset of a form lacks. */
export function decodeEntities(text: string): string {
  return text.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number.parseInt(code, 10)))
}
