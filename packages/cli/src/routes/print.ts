import path, { type PlatformPath } from 'node:path'
import { type Finding, join } from './check.ts'
import type { Entry, HolderEntry, Place } from './model.ts'

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
    const head = `${entry.paths.join(', ')} (${name}${again})${at}`
    return [head, ...printEntries(entry.holder, indent)]
  }
  const names = entry.handlers.map(({ name }) => name).join(', ')
  const methods = entry.type === 'route' ? [...new Set(entry.methods)].join(',') : ''
  return [`${methods} ${entry.paths.join(', ')}  ${names}${at}`]
}

export interface ListedRoute {
  readonly method: string
  readonly path: string
  readonly dialect: string
  readonly handlers: readonly string[]
  readonly location: string | undefined
}

/** The routes as a flat list, with the fields of `webapp.routes`. */
export function listRoutes(holder: HolderEntry, base = ''): ListedRoute[] {
  return holder.entries.flatMap((entry) => {
    if (entry.type === 'use') return []
    if (entry.type === 'mount') {
      return entry.paths.flatMap((path) => listRoutes(entry.holder, join(base, path)))
    }
    const handlers = entry.handlers.map(({ name }) => name)
    const location = entry.place && `${entry.place.file}:${entry.place.line}:${entry.place.column}`
    return entry.paths.flatMap((path) =>
      [...new Set(entry.methods)].map((method) => {
        return { method, path: join(base, path), dialect: holder.dialect, handlers, location }
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
