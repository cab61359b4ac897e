import type { NestedSettings } from './options.ts'

/**
 * The name before the first bracket, then each name with the brackets around it; nothing for a name
 * that objects may not have.
 */
export function splitName(name: string, settings: NestedSettings): string[] {
  const { depth, strictDepth } = settings
  const key = settings.allowDots ? withBrackets(name) : name
  const first = depth > 0 ? key.indexOf('[') : -1
  const lead = first === -1 ? key : key.slice(0, first)
  if (!isAllowed(nameOf(lead), settings)) return []
  const path = lead === '' ? [] : [lead]
  let levels = 0
  for (let at = first; at !== -1; levels++) {
    const end = closingBracket(key, at)
    if (end === -1 || levels >= depth) {
      if (levels >= depth && strictDepth) throw tooDeep(depth)
      path.push(`[${key.slice(at)}]`)
      break
    }
    if (!isAllowed(key.slice(at + 1, end), settings)) return []
    path.push(key.slice(at, end + 1))
    at = key.indexOf('[', end)
  }
  return path
}

/** The name in a segment, which has brackets around it or not. */
export function nameOf(segment: string): string {
  return segment.startsWith('[') && segment.endsWith(']') ? segment.slice(1, -1) : segment
}

function tooDeep(depth: number): Error {
  return new RangeError(`Input depth exceeded depth option of ${depth} and strictDepth is true`)
}

/** The position of the bracket that closes the one at `start`; -1 if there is none. */
function closingBracket(key: string, start: number): number {
  let open = 0
  for (let at = start; at < key.length; at++) {
    if (key[at] === '[') open++
    else if (key[at] === ']' && --open === 0) return at
  }
  return -1
}

/** Whether an object may have a property of this name. */
function isAllowed(name: string, settings: NestedSettings): boolean {
  return settings.plainObjects || settings.allowPrototypes || !(name in Object.prototype)
}

/** `a.b` as `a[b]`; dots in brackets are part of the name. */
function withBrackets(key: string): string {
  let written = ''
  let at = 0
  while (at < key.length) {
    const end = key[at] === '[' ? closingBracket(key, at) : -1
    if (key[at] === '[') {
      const next = end === -1 ? key.length : end + 1
      written += key.slice(at, next)
      at = next
      continue
    }
    const [, dotted] = /^\.([^.[]+)/.exec(key.slice(at)) ?? []
    written += dotted === undefined ? key[at] : `[${dotted}]`
    at += dotted === undefined ? 1 : dotted.length + 1
  }
  return written
}
