import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { adaptLinks } from './links.ts'
import { findPages, listFiles, type Page, replaced } from './pages.ts'

const images = ['.svg', '.png', '.jpg', '.webp', '.gif'] as const

/** Writes the Markdown of the site, with its images, and returns the pages with adapted links. */
export function writeMarkdown(repository: string, folder: string): Page[] {
  const found = findPages(repository)
  const map = new Map(found.map(({ source, path }) => [source ?? `docs/${path}`, path]))
  for (const [source, path] of Object.entries(replaced)) map.set(source, path)
  const isImage = (path: string) =>
    images.some((ending) => path.endsWith(ending)) && existsSync(join(repository, path))
  const pages = found.map((page) => {
    const place = { source: page.source ?? `docs/${page.path}`, path: page.path }
    return { ...page, text: adaptLinks(page.text, place, map, isImage) }
  })

  rmSync(folder, { recursive: true, force: true })
  for (const { path, text } of pages) writeInto(folder, path, text)
  copyImages(join(repository, 'docs'), folder)
  return pages
}

export function copyImages(from: string, to: string): void {
  for (const path of listFiles(from, ...images)) cpSync(join(from, path), join(to, path))
}

export function writeInto(folder: string, path: string, text: string | Buffer): void {
  const file = join(folder, path)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, text)
}
