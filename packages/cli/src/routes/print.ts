import path, { type PlatformPath } from 'node:path'
import { join } from './entry-texts.ts'
import type { Entry, Finding, HolderEntry, Patterns, Place } from './model.ts'

/** The tree of all routes, as `webapp.printRoutes` shows it, with the place of each route. */
export function printTree(holder: HolderEntry): string {
  const lines = [`${holder.kind} ${holder.dialect}`, ...printEntries(holder, '')]
  return lines.join('\n')
}

function printEntries({ entries, dialect }: HolderEntry, indent: string): string[] {
  const shown = entries.filter(({ type }) => type !== 'use')
  return shown.flatMap((entry, index) => {
    const isLast = index === shown.length - 1
    const [branch, below] = isLast ? ['└─ ', '   '] : ['├─ ', '│  ']
    const [head = '', ...rest] = printEntry(entry, dialect, `${indent}${below}`)
    return [`${indent}${branch}${head}`, ...rest]
  })
}

function printEntry(entry: Entry, dialect: string, indent: string): string[] {
  const at = entry.place === undefined ? '' : `  ${showPlace(entry.place)}`
  if (entry.type === 'mount') {
    const { kind, dialect: own, isRepeated } = entry.holder
    const name = kind === 'app' || own !== dialect ? `${kind} ${own}` : kind
    const again = isRepeated ? ', again' : ''
    const head = `${entry.paths.join(', ')}${showPatterns(entry.patterns)} (${name}${again})${at}`
    return [head, ...printEntries(entry.holder, indent)]
  }
  const handlers = entry.handlers.map(({ name }) => name).join(', ')
  if (entry.type === 'use') return [`${entry.paths.join(', ')}  ${handlers}${at}`]
  const { methods, paths, name, patterns } = entry
  const named = name === undefined ? '' : ` [${name}]`
  const shown = `${paths.join(', ')}${named}${showPatterns(patterns)}`
  return [`${[...new Set(methods)].join(',')} ${shown}  ${handlers}${at}`]
}

function showPatterns(patterns: Patterns): string {
  const shown = Object.entries(patterns).map(([name, pattern]) => `${name}: ${pattern}`)
  return shown.length === 0 ? '' : ` (${shown.join(', ')})`
}

export interface ListedRoute {
  readonly method: string
  readonly path: string
  readonly dialect: string
  readonly handlers: readonly string[]
  readonly location: string | undefined
  /** The name of the route, if it has one. */
  readonly name?: string
  /** The patterns of parameters, if there are any. */
  readonly parameters?: Patterns
}

/** The routes as a flat list, with the fields of `webapp.routes`. */
export function listRoutes(holder: HolderEntry, base = '', around: Patterns = {}): ListedRoute[] {
  return holder.entries.flatMap((entry) => {
    if (entry.type === 'use') return []
    const patterns = { ...around, ...entry.patterns }
    if (entry.type === 'mount') {
      return entry.paths.flatMap((path) => listRoutes(entry.holder, join(base, path), patterns))
    }
    const { name } = entry
    const described = {
      dialect: holder.dialect,
      handlers: entry.handlers.map((handler) => handler.name),
      location: entry.place && `${entry.place.file}:${entry.place.line}:${entry.place.column}`,
      ...(name !== undefined && { name }),
      ...(Object.keys(patterns).length > 0 && { parameters: patterns }),
    }
    return entry.paths.flatMap((path) =>
      [...new Set(entry.methods)].map((method) => {
        return { method, path: join(base, path), ...described }
      }),
    )
  })
}

export function printFinding({ rule, message, place }: Finding): string {
  const at = place === undefined ? '(place not known)' : showPlace(place)
  return `${at}  ${rule}  ${shorten(message)}`
}

/** Places in messages are absolute, like those of Node. */
export function shorten(
  message: string,
  folder: string = process.cwd(),
  { sep }: PlatformPath = path,
): string {
  return message.replaceAll(`${folder}${sep}`, '')
}

export function showPlace(
  { file, line, column }: Place,
  folder: string = process.cwd(),
  { relative }: PlatformPath = path,
): string {
  const near = relative(folder, file)
  return `${near.startsWith('..') ? file : near}:${line}:${column}`
}
