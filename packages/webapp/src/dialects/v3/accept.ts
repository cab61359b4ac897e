import { mime } from '../v4/mime.ts'

type Params = Record<string, string | undefined>

/** One entry of an Accept header, as an element of `req.accepted`. */
export interface Accepted {
  value: string
  quality: number
  params: Params
  originalIndex: number
  type?: string | undefined
  subtype?: string | undefined
}

/** The entries of a header, highest quality first. Omits entries without a valid quality. */
export function parseAccepted(header: string | undefined): Accepted[] {
  if (!header) return []
  return header
    .split(',')
    .map((entry, index) => parseEntry(entry.trim(), index))
    .filter(({ quality }) => Boolean(quality))
    .sort((a, b) => b.quality - a.quality || a.originalIndex - b.originalIndex)
}

/** The entries of an Accept header, with their types and subtypes. */
export function parseMediaTypes(header: string | undefined): Accepted[] {
  return parseAccepted(header).map((entry) => {
    const [type, subtype] = entry.value.split('/')
    return Object.assign(entry, { type, subtype })
  })
}

/** The offered type that the client prefers; `undefined` if the client accepts none of them. */
export function chooseType(wanted: readonly string[], header: string | undefined) {
  if (!header) return wanted[0]
  const types = wanted.map((name) => ({ name, entry: toMediaType(name) }))
  for (const accepted of parseMediaTypes(header)) {
    const found = types.find(({ entry }) => isAccepted(entry, accepted))
    if (found !== undefined) return found.name
  }
  return undefined
}

function parseEntry(text: string, originalIndex: number): Accepted {
  const [value = '', ...rest] = text.split(';').map((part) => part.trim())
  const entry: Accepted = { value, quality: 1, params: {}, originalIndex }
  for (const part of rest) {
    const [name = '', given] = part.split('=', 2).map((text) => text.trim())
    if (name === 'q') entry.quality = Number.parseFloat(given ?? '')
    else entry.params[name] = given
  }
  return entry
}

function toMediaType(name: string): Accepted {
  const full = name.includes('/') ? name : mime.lookup(name)
  const [entry] = parseMediaTypes(full)
  return entry ?? { value: full, quality: 1, params: {}, originalIndex: 0 }
}

function isAccepted(type: Accepted, accepted: Accepted): boolean {
  return (
    (type.type === accepted.type || accepted.type === '*') &&
    (type.subtype === accepted.subtype || accepted.subtype === '*') &&
    hasParams(type.params, accepted.params)
  )
}

/** All parameters of the offered type must be equal; the client's type may have more. */
function hasParams(offered: Params, accepted: Params): boolean {
  return Object.keys(offered).every((name) => offered[name] === accepted[name])
}
