import { readFileSync, statSync } from 'node:fs'
import Module, { createRequire, findSourceMap } from 'node:module'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { Excerpt } from '../settings.ts'

/** Lines before and after the place. */
const AROUND = 5
const MAX_FILE_SIZE = 2_000_000
const MAX_LINE_LENGTH = 400

/** The source lines around a line; `undefined` if the source cannot be found. */
export function readExcerpt(file: string, line: number): Excerpt | undefined {
  const source = readSource(file) ?? sourceInMaps(file)
  if (source === undefined) return undefined
  const all = source.split(/\r?\n/)
  if (line < 1 || line > all.length) return undefined
  const firstLine = Math.max(1, line - AROUND)
  const lines = all.slice(firstLine - 1, line + AROUND)
  return { firstLine, lines: lines.map((text) => text.slice(0, MAX_LINE_LENGTH)) }
}

function readSource(file: string): string | undefined {
  try {
    return statSync(file).size > MAX_FILE_SIZE ? undefined : readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

/** Node has mapped the frame to a source that was not shipped: source maps may contain its text. */
function sourceInMaps(file: string): string | undefined {
  for (const generated of Object.keys(loadedModules())) {
    const { sources = [], sourcesContent = [] } = mapOf(generated)
    const at = sources.findIndex((source) => resolveSource(source, generated) === file)
    if (at !== -1) return sourcesContent[at] ?? undefined
  }
  return undefined
}

interface SourceMapFields {
  readonly sources?: readonly string[]
  readonly sourcesContent?: readonly (string | null)[]
}

function mapOf(generated: string): SourceMapFields {
  const map = findSourceMap(generated)
  // The type lacks members that a map need not have.
  return (map?.payload as SourceMapFields | undefined) ?? {}
}

function loadedModules(): NodeJS.Dict<unknown> {
  const { _cache } = Module as unknown as { _cache?: NodeJS.Dict<unknown> }
  return _cache ?? createRequire(import.meta.url).cache
}

function resolveSource(source: string, generated: string): string {
  try {
    return fileURLToPath(new URL(source, pathToFileURL(generated)))
  } catch {
    return resolve(source)
  }
}
