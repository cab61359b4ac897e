import { basename } from 'node:path'

/** `Content-Disposition` of 4.x: the name in Latin-1, and in UTF-8 if they differ (RFC 6266). */
export function attachmentNamed(path?: string): string {
  if (path === undefined) return 'attachment'
  if (typeof path !== 'string') throw new TypeError('filename must be a string')
  const name = basename(path)
  const shown = name.replace(/[^\x20-\x7e\xa0-\xff]/g, '?')
  const isShown = shown === name && name !== ''
  const plain = isShown || shown !== name ? `; filename="${shown.replace(/["\\]/g, '\\$&')}"` : ''
  // A client could mistake a percent sign in the plain name for an encoded character.
  const isClear = isShown && !/%[0-9a-f]{2}/i.test(name)
  return `attachment${plain}${isClear ? '' : `; filename*=UTF-8''${encode(name)}`}`
}

/** RFC 8187, section 3.2.1. */
function encode(name: string): string {
  const escaped = encodeURIComponent(name)
  return escaped.replace(/['()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`)
}
