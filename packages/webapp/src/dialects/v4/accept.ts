import type { IncomingMessage } from 'node:http'
import {
  choose,
  findBest,
  fitMediaRange,
  listOffered,
  type MediaRange,
  nameOfMediaRange,
  negotiateNames,
  type Offered,
  type Preference,
  sortPreferences,
  withIdentity,
} from '../../http/preferences.ts'
import { negotiatedTypeOf } from './mime.ts'

/** The preferences of a client in 4.x, which ignores malformed entries (RFC 9110, 12.5). */
export function readAccept({ headers }: IncomingMessage) {
  return {
    types(...offered: Offered) {
      const names = listOffered(offered)
      const preferences = readMediaTypes(headers.accept ?? '*/*')
      if (names.length === 0) return sortPreferences(preferences).map(nameOfMediaRange)
      if (!headers.accept) return names[0] as string
      const values = names.map((name) => parseMediaType(mediaTypeNamed(name)))
      return choose(names, findBest(preferences, values, fitMediaRange))
    },

    encodings(...offered: Offered) {
      const preferences = readNames((headers['accept-encoding'] as string | undefined) ?? '')
      return negotiateNames(withIdentity(preferences), listOffered(offered))
    },

    charsets(...offered: Offered) {
      const preferences = readNames((headers['accept-charset'] as string | undefined) ?? '*')
      return negotiateNames(preferences, listOffered(offered))
    },

    languages(...offered: Offered) {
      const preferences = readLanguages(headers['accept-language'] ?? '*')
      const names = listOffered(offered)
      if (names.length === 0) return sortPreferences(preferences)
      const values = names.map((name) => readLanguages(name)[0]?.value)
      return choose(names, findBest(preferences, values, fitLanguage))
    },
  }
}

const NAME = /^\s*([^\s;]+)\s*(?:;(.*))?$/

function readNames(header: string, readQuality = firstQuality): Preference<string>[] {
  return header.split(',').flatMap((entry) => {
    const [, value, parameters = ''] = NAME.exec(entry) ?? []
    return value === undefined ? [] : { value, quality: readQuality(parameters) }
  })
}

function firstQuality(parameters: string): number {
  for (const parameter of parameters.split(';')) {
    const [name, value = ''] = parameter.trim().split('=')
    if (name === 'q') return Number.parseFloat(value)
  }
  return 1
}

/** Neither `-de` nor `de-` is a language. */
function readLanguages(header: string): Preference<string>[] {
  const preferences = readNames(header, lastQuality)
  return preferences.filter(({ value }) => /^[^-]+(?:-.+)?$/.test(value))
}

/** For languages, 4.x accepts no space before `q`, and the last `q` counts. */
function lastQuality(parameters: string): number {
  let quality = 1
  for (const parameter of parameters.split(';')) {
    const [name, value = ''] = parameter.split('=')
    if (name === 'q') quality = Number.parseFloat(value)
  }
  return quality
}

function fitLanguage(wanted: string, offered: string): number | undefined {
  const [one, other] = [wanted.toLowerCase(), offered.toLowerCase()]
  if (one === other) return 4
  if (one === prefixOf(other)) return 2
  if (prefixOf(one) === other) return 1
  return wanted === '*' ? 0 : undefined
}

function prefixOf(language: string): string {
  return language.split('-', 1)[0] as string
}

interface MediaType extends MediaRange {
  readonly quality: number
}

const MEDIA_TYPE = /^\s*([^\s/;]+)\/([^\s;]+)\s*(?:;(.*))?$/

function readMediaTypes(header: string): Preference<MediaType>[] {
  return splitOutsideQuotes(header, ',').flatMap((entry) => {
    const value = parseMediaType(entry.trim())
    return value === undefined ? [] : { value, quality: value.quality }
  })
}

function parseMediaType(text: string | undefined): MediaType | undefined {
  const [, type, subtype, list] = MEDIA_TYPE.exec(text ?? '') ?? []
  if (type === undefined || subtype === undefined) return undefined
  const parameters = new Map<string, string>()
  for (const parameter of list ? splitOutsideQuotes(list, ';') : []) {
    const [name, value] = splitParameter(parameter.trim())
    // Parameters after the quality are not parameters of the media type.
    if (name === 'q') return { type, subtype, parameters, quality: Number.parseFloat(value) }
    parameters.set(name, value)
  }
  return { type, subtype, parameters, quality: 1 }
}

function splitParameter(text: string): [name: string, value: string] {
  const equals = text.indexOf('=')
  if (equals === -1) return [text.toLowerCase(), '']
  const value = text.slice(equals + 1)
  const isQuoted = value.startsWith('"') && value.endsWith('"')
  return [text.slice(0, equals).toLowerCase(), isQuoted ? value.slice(1, -1) : value]
}

function mediaTypeNamed(name: string): string | undefined {
  if (name.includes('/')) return name
  // In 4.x a nested list counts as a name without a media type.
  return typeof name === 'string' ? negotiatedTypeOf(name) : undefined
}

/** The parts between separators that are not in quotes. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  if (!text.includes('"')) return text.split(separator)
  const parts: string[] = []
  let start = 0
  let isQuoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at]
    if (character === '"') isQuoted = !isQuoted
    else if (character === separator && !isQuoted) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  parts.push(text.slice(start))
  return parts
}
