// Control characters, and those that change the direction of text: `gpj.exe` could look harmless.
const INVISIBLE = /[\p{Cc}\p{Cs}\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu
/** Characters that a system gives a meaning in names: `a.txt:b` is a stream of `a.txt` on Windows. */
const SPECIAL = /[<>:"|?*]/g
/** Devices on Windows, with any extension. */
const DEVICE = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³]|conin\$|conout\$)[\s.]*(?:\.|$)/i
const MOST_NAME_BYTES = 255

/** A name without folders, special and control characters, and dots and spaces at its ends. */
export function cleanFilename(name: string): string {
  const base = withoutFolders(name)
  const clean = trimDots(base.replace(INVISIBLE, '').replace(SPECIAL, '_'))
  const isHidden = /^\.[^.\s]/.test(base) && clean !== ''
  const shown = DEVICE.test(clean) ? `_${clean}` : isHidden ? `.${clean}` : clean
  return Buffer.byteLength(shown) <= MOST_NAME_BYTES ? shown : shorten(shown)
}

export function withoutFolders(path: string): string {
  return path.slice(Math.max(path.lastIndexOf('/'), path.lastIndexOf('\\')) + 1)
}

/** A regular expression for the end would take quadratic time for a name of many dots. */
function trimDots(text: string): string {
  let start = 0
  let end = text.length
  while (start < end && isDotOrSpace(text[start] as string)) start++
  while (end > start && isDotOrSpace(text[end - 1] as string)) end--
  return text.slice(start, end)
}

function isDotOrSpace(char: string): boolean {
  return char === '.' || char.trim() === ''
}

/** Keeps the extension. */
function shorten(name: string): string {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 && name.length - dot <= 16 ? name.slice(dot) : ''
  const room = MOST_NAME_BYTES - Buffer.byteLength(extension)
  // A character that is cut in half decodes to replacement characters, which are left out.
  const start = Buffer.from(name)
    .subarray(0, room)
    .toString()
    .replace(/\ufffd+$/, '')
  return start + extension
}
