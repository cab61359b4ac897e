/** Stands for a secret value. */
export const MASK = '••••••'

const SECRET_NAME =
  /pass(?:word|wd|phrase)?$|passw|secret|token|authori[sz]ation|auth(?!or)|(?:api|access|encryption)[-_]?key|credential|pwd|passcode|jwt|bearer|^otp$|^sig$|cookie|session|csrf|xsrf|private|signature|^pin$|^cvv$|^ssn$|card[-_]?number/i

/** Whether a header, parameter or field of this name may hold a secret. */
export function isSecretName(name: string): boolean {
  return SECRET_NAME.test(name)
}

/** Headers as pairs, with the values of secrets replaced. Cookies keep their names. */
export function maskHeaders(
  headers: readonly (readonly [string, string])[],
): (readonly [string, string])[] {
  return headers.map(([name, value]) => {
    if (/^(?:cookie|set-cookie)$/i.test(name)) return [name, maskCookies(value)] as const
    if (/^(?:referer|location)$/i.test(name)) return [name, maskUrl(value)] as const
    return [name, isSecretName(name) ? maskScheme(value) : value] as const
  })
}

/** `a=1; b=2` without the values. Attributes of `Set-Cookie` stay. */
function maskCookies(value: string): string {
  return value
    .split(/; */)
    .map((part) => {
      const at = part.indexOf('=')
      const isAttribute = /^(?:path|domain|expires|max-age|samesite)=/i.test(part)
      return at === -1 || isAttribute ? part : `${part.slice(0, at)}=${MASK}`
    })
    .join('; ')
}

/** `Bearer abc` keeps its scheme. */
function maskScheme(value: string): string {
  const scheme = /^([A-Za-z][\w-]*) /.exec(value)
  return scheme === null ? MASK : `${scheme[1]} ${MASK}`
}

/** A URL whose secret query parameters and password are replaced. */
export function maskUrl(url: string): string {
  return url
    .replace(/([?&;])([^?=&#;]+)=([^&#;]*)/g, (whole, mark: string, name: string) =>
      isSecretName(decodeName(name)) ? `${mark}${name}=${MASK}` : whole,
    )
    .replace(/^(\w+:\/\/[^/@:]*):[^/@]*@/, `$1:${MASK}@`)
}

function decodeName(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

/** Objects that are copied of one value: members may refer to each other in circles. */
const MAX_OBJECTS = 2000

/** A copy of a value in which the members with secret names are replaced, for display. */
export function maskValue(value: unknown, depth = 6, copied = { objects: 0 }): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Buffer.isBuffer(value) || value instanceof Date) return value
  // Deeper members were not searched for secrets, so they are not shown.
  if (depth === 0 || copied.objects++ >= MAX_OBJECTS) {
    return Array.isArray(value) ? '[Array]' : '[Object]'
  }
  if (Array.isArray(value)) {
    return value.slice(0, 100).map((each) => maskValue(each, depth - 1, copied))
  }
  const copy: Record<string, unknown> = {}
  for (const key of Object.keys(value).slice(0, 200)) {
    // Not `copy[key] =`, which would set the prototype for the key `__proto__`.
    Object.defineProperty(copy, key, {
      configurable: true,
      enumerable: true,
      writable: true,
      value: isSecretName(key) ? MASK : maskValue(readMember(value, key), depth - 1, copied),
    })
  }
  return copy
}

function readMember(value: object, key: string): unknown {
  try {
    return (value as Record<string, unknown>)[key]
  } catch {
    return '(the getter throws)'
  }
}
