import { readFileSync, statSync } from 'node:fs'
import type { Excerpt } from '../settings.ts'
import type { Project } from './project.ts'

/** Lines before and after the place. */
const AROUND = 5
const MAX_FILE_SIZE = 2_000_000
const MAX_LINE_LENGTH = 400

/** The source lines around a line; `undefined` if the source cannot be found, or may not be shown. */
export function readExcerpt(file: string, line: number, project: Project): Excerpt | undefined {
  const path = project.quotablePath(file)
  const source = path === undefined ? project.mappedText(file) : readSource(path)
  if (source === undefined || source.includes('\0')) return undefined
  const all = source.split(/\r?\n/)
  if (line < 1 || line > all.length) return undefined
  const firstLine = Math.max(1, line - AROUND)
  const lines = all.slice(firstLine - 1, line + AROUND)
  return { firstLine, lines: lines.map((text) => text.slice(0, MAX_LINE_LENGTH)) }
}

/** The text of a regular file: a read of a device or a pipe may never end. */
function readSource(path: string): string | undefined {
  try {
    const stats = statSync(path)
    return stats.isFile() && stats.size <= MAX_FILE_SIZE ? readFileSync(path, 'utf8') : undefined
  } catch {
    return undefined
  }
}
