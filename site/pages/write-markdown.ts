import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { adaptLinks } from './links.ts'
import { findPages, listFiles, type Page, replaced } from './pages.ts'

const images = ['.svg', '.png', '.jpg', '.webp', '.gif'] as const

/** Writes the Markdown of the site, with its images, and returns the pages with adapted links. */
export function writeMarkdown(repository: string, folder: string): Page[] {
  const pages = readPages(repository)
  rmSync(folder, { recursive: true, force: true })
  for (const { path, text } of pages) writeInto(folder, path, text)
  copyImages(join(repository, 'docs'), folder)
  return pages
}

/** Writes only the pages that differ from those in the folder, and removes those that are gone. */
export function updateMarkdown(repository: string, folder: string): Page[] {
  const pages = readPages(repository)
  const paths = new Set(pages.map(({ path }) => path))
  for (const path of existsSync(folder) ? listFiles(folder, '.md') : []) {
    if (!paths.has(path)) rmSync(join(folder, path))
  }
  for (const { path, text } of pages) {
    const file = join(folder, path)
    if (!existsSync(file) || readFileSync(file, 'utf8') !== text) writeInto(folder, path, text)
  }
  copyImages(join(repository, 'docs'), folder)
  return pages
}

/** The pages, with links that lead to pages of the site. */
function readPages(repository: string): Page[] {
  const found = findPages(repository)
  const map = new Map(found.map(({ source, path }) => [source ?? `docs/${path}`, path]))
  for (const [source, path] of Object.entries(replaced)) map.set(source, path)
  const isImage = (path: string) =>
    images.some((ending) => path.endsWith(ending)) && existsSync(join(repository, path))
  return found.map((page) => {
    const place = { source: page.source ?? `docs/${page.path}`, path: page.path }
    return { ...page, text: adaptLinks(page.text, place, map, isImage) }
  })
}

/** Copies images, except those that have not changed since they were copied. */
export function copyImages(from: string, to: string): void {
  for (const path of listFiles(from, ...images)) {
    const [source, copy] = [join(from, path), join(to, path)]
    if (versionOf(source) !== versionOf(copy)) cpSync(source, copy, { preserveTimestamps: true })
  }
}

function versionOf(file: string): string | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  // Not every file system keeps fractions of a second.
  return found && `${found.size} ${Math.floor(found.mtimeMs / 1000)}`
}

export function writeInto(folder: string, path: string, text: string | Buffer): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
