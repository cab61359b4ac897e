import { decodeComponent, decodeEntities } from './decode.ts'
import { combine, limitList, refuseMore } from './merge.ts'
import { type Charset, count, type NestedSettings } from './options.ts'

type Pairs = Record<string, unknown>

/** A check mark, as browsers send it in either charset. */
const sentinels: Readonly<Record<string, Charset>> = {
  'utf8=%E2%9C%93': 'utf-8',
  'utf8=%26%2310003%3B': 'iso-8859-1',
}

/** The values by their whole names; a name that comes again makes a list. */
export function readPairs(text: string, settings: NestedSettings): Pairs {
  const pairs: Pairs = Object.create(null)
  const parts = splitParts(text, settings)
  const sentinel = settings.charsetSentinel ? parts.findIndex((p) => p.startsWith('utf8=')) : -1
  const charset = sentinels[parts[sentinel] ?? ''] ?? settings.charset
  for (const [index, part] of parts.entries()) {
    if (index !== sentinel) addPart(pairs, part, charset, settings)
  }
  return pairs
}

function splitParts(text: string, settings: NestedSettings): string[] {
  const { delimiter, ignoreQueryPrefix, parameterLimit: limit, throwOnLimitExceeded } = settings
  const query = ignoreQueryPrefix ? text.replace(/^\?/, '') : text
  const plain = query.replace(/%5b/gi, '[').replace(/%5d/gi, ']')
  if (limit === Number.POSITIVE_INFINITY) return plain.split(delimiter)
  const parts = plain.split(delimiter, throwOnLimitExceeded ? limit + 1 : limit)
  if (throwOnLimitExceeded && parts.length > limit) {
    throw new RangeError(`Parameter limit exceeded. Only ${count(limit, 'parameter')} allowed.`)
  }
  return parts
}

function addPart(pairs: Pairs, part: string, charset: Charset, settings: NestedSettings): void {
  const { decoder, duplicates } = settings
  const bracket = part.indexOf(']=')
  const equals = bracket === -1 ? part.indexOf('=') : bracket + 1
  const written = equals === -1 ? part : part.slice(0, equals)
  const name = decoder(written, decodeComponent, charset, 'key') as string | null
  if (name === null) return
  const isList = equals !== -1 && written.endsWith('[]')
  const values =
    equals === -1 ? absent(settings) : readValue(part.slice(equals + 1), charset, settings)
  if (Array.isArray(values) && values.length > settings.arrayLimit) refuseMore(settings)
  const added = Array.isArray(values) ? limitList(isList ? [values] : values, settings) : values
  if (!(name in pairs)) pairs[name] = added
  else if (isList || duplicates === 'combine') pairs[name] = combine(pairs[name], added, settings)
  else if (duplicates === 'last') pairs[name] = added
}

function absent(settings: NestedSettings): null | '' {
  return settings.strictNullHandling ? null : ''
}

function readValue(text: string, charset: Charset, settings: NestedSettings): unknown {
  const { comma, decoder, interpretNumericEntities } = settings
  const decode = (value: string) => {
    const decoded = decoder(value, decodeComponent, charset, 'value')
    const isEncoded = decoded && interpretNumericEntities && charset === 'iso-8859-1'
    return isEncoded ? decodeEntities(String(decoded)) : decoded
  }
  if (!comma || !text.includes(',')) return decode(text)
  return text.split(',').map(decode)
}
