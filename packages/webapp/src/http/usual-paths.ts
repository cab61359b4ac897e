/** Whether the usual file systems of this platform ignore the case of names. */
export const foldsCase = ignoresCase(process.platform)

function ignoresCase(platform: NodeJS.Platform): boolean {
  return platform === 'win32' || platform === 'darwin'
}

/**
 * The spellings under which a router may know the file that a URL path names: decoded as a file
 * server decodes it, normalised, and encoded again as clients usually do. Empty if the path cannot
 * be decoded.
 */
export function usualSpellings(path: string, platform = process.platform): readonly string[] {
  const decoded = decode(path)
  if (decoded === undefined) return []
  const spellings = new Set<string>()
  for (const separator of SEPARATORS) {
    const segments = normalSegments(decoded, separator, platform)
    const encoded = toPath(segments.map(encodeSegment))
    const plain = toPath(segments)
    spellings.add(encoded)
    // A pattern may contain the name as it is on the disk. A percent sign would be decoded again.
    if (!plain.includes('%')) spellings.add(plain)
  }
  spellings.delete(path)
  return [...spellings]
}

/** The normal form of a decoded path, to compare names with. */
export function normalPath(decoded: string, platform = process.platform): string {
  return normalSegments(decoded, /[\\/]/, platform)
    .filter((segment) => segment !== '')
    .join('/')
}

// A backslash separates names on Windows, and is part of a name elsewhere.
const SEPARATORS = [/[\\/]/, /\//]

/** The names between separators, without dot segments; '' at the end for a trailing slash. */
function normalSegments(decoded: string, separator: RegExp, platform: NodeJS.Platform): string[] {
  const given = decoded.split(separator)
  const segments: string[] = []
  for (const segment of given) {
    const name = segment === '.' ? '' : segment === '..' ? segment : storedName(segment, platform)
    if (name === '..') segments.pop()
    else if (name !== '') segments.push(name)
  }
  const last = given.at(-1)
  const isOpen = last === '' || last === '.' || last === '..'
  return isOpen ? [...segments, ''] : segments
}

/** The name that a file system of the platform looks up. */
function storedName(name: string, platform: NodeJS.Platform): string {
  // Windows ignores trailing dots and spaces, and the name of a stream after a colon.
  const known = platform === 'win32' ? name.replace(/:.*$/s, '').replace(/[. ]+$/, '') : name
  if (!ignoresCase(platform)) return known
  // Both steps are needed: some letters, such as the long s, have a lower case only this way.
  return known.normalize('NFC').toUpperCase().toLowerCase()
}

function toPath(segments: readonly string[]): string {
  return `/${segments.join('/')}`
}

function encodeSegment(segment: string): string {
  return encodeURIComponent(segment.replace(LONE_SURROGATE, '?')).replace(
    ALLOWED,
    decodeURIComponent,
  )
}

// Middleware can write these into `req.url`; `encodeURIComponent` would throw.
const LONE_SURROGATE = /\p{Surrogate}/gu

// Characters that clients do not encode in a path (RFC 3986, 3.3), but `encodeURIComponent` does.
const ALLOWED = /%(?:24|26|2B|2C|3A|3B|3D|40)/g

function decode(path: string): string | undefined {
  try {
    return decodeURIComponent(path)
  } catch {
    return undefined
  }
}
