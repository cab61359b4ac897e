import type { IncomingMessage } from 'node:http'
import { parse } from 'content-type'
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
} from '../http/preferences.ts'
import { lookup } from './mime-types.ts'

/** The preferences of a client. In bundles for workers, this module stands in for accepts. */
function accepts({ headers }: IncomingMessage) {
  function types(...offered: Offered) {
    const names = listOffered(offered)
    const preferences = readEntries(headers.accept, '*/*').flatMap(toMediaPreference)
    if (names.length === 0) return sortPreferences(preferences).map(nameOfMediaRange)
    if (!headers.accept) return names[0] as string
    const ranges = names.map((name) => toMediaRange(name.includes('/') ? name : lookup(name)))
    return choose(names, findBest(preferences, ranges, fitMediaRange))
  }

  return {
    type: types,
    types,

    encodings(...offered: Offered) {
      const preferences = readEntries(headers['accept-encoding'], '').flatMap(toPreference)
      return negotiateNames(withIdentity(preferences), listOffered(offered))
    },

    charsets(...offered: Offered) {
      const preferences = readEntries(headers['accept-charset'], '*').flatMap(toPreference)
      return negotiateNames(preferences, listOffered(offered))
    },

    languages(...offered: Offered) {
      const preferences = readEntries(headers['accept-language'], '*').flatMap(toPreference)
      const names = listOffered(offered)
      if (names.length === 0) return sortPreferences(preferences)
      const languages = names.map((name) => parse(name).type || undefined)
      return choose(names, findBest(preferences, languages, fitLanguage))
    },
  }
}

interface Entry {
  readonly value: string
  readonly parameters: ReadonlyMap<string, string>
  readonly quality: number
}

/** The entries of an `Accept…` header. */
function readEntries(header: string | string[] | undefined, fallback: string): Entry[] {
  const text = String(header ?? fallback)
  const entries: Entry[] = []
  for (let at = 0; at < text.length; ) {
    const start = at + (/^[ \t]*/.exec(text.slice(at))?.[0].length ?? 0)
    const { type, parameters, index } = parse(text, { comma: true, start })
    // `parse` returns the value in lower case.
    entries.push(toEntry(text.slice(start, start + type.length), parameters))
    at = index + 1
  }
  return entries
}

function toEntry(value: string, { q, ...parameters }: Record<string, string>): Entry {
  const quality = q ? Number.parseFloat(q) : 1
  return { value, parameters: new Map(Object.entries(parameters)), quality }
}

function toPreference({ value, quality }: Entry): Preference<string>[] {
  return value === '' ? [] : [{ value, quality }]
}

function toMediaPreference({ value, parameters, quality }: Entry): Preference<MediaRange>[] {
  const slash = value.indexOf('/')
  if (slash === -1) return []
  const [type, subtype] = [value.slice(0, slash), value.slice(slash + 1)]
  return [{ value: { type, subtype, parameters }, quality }]
}

function toMediaRange(name: string | false): MediaRange | undefined {
  if (typeof name !== 'string') return undefined
  const { type, parameters } = parse(name)
  return toMediaPreference(toEntry(type, parameters))[0]?.value
}

function fitLanguage(wanted: string, offered: string): number | undefined {
  const [one, other] = [wanted.toLowerCase(), offered.toLowerCase()]
  if (one === other) return 4
  if (prefixOf(one) === other) return 2
  if (one === prefixOf(other)) return 1
  return wanted === '*' ? 0 : undefined
}

function prefixOf(language: string): string {
  return language.split('-', 1)[0] as string
}

export = accepts
