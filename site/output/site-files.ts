import { statSync } from 'node:fs'
import { join } from 'node:path'
import { listFiles } from '../pages/pages.ts'

export interface SiteFile {
  readonly path: string
  readonly encodings: readonly Encoding[]
}

export type Encoding = 'br' | 'gzip'

export const endings: Readonly<Record<Encoding, string>> = { br: '.br', gzip: '.gz' }

/** The files of the built site by address, clean addresses included. */
export function findSiteFiles(folder: string): Map<string, SiteFile> {
  const paths = new Set(listFiles(folder))
  const isEncoded = (path: string) => /\.(br|gz)$/.test(path) && paths.has(path.slice(0, -3))
  const files = new Map<string, SiteFile>()
  for (const path of paths) {
    if (isEncoded(path)) continue
    const encodings = (['br', 'gzip'] as const).filter((name) => paths.has(path + endings[name]))
    const file = { path, encodings }
    files.set(`/${path}`, file)
    if (path.endsWith('.html')) files.set(cleanAddress(`/${path}`), file)
  }
  return files
}

/** `/guide/http2` for `/guide/http2.html`, `/guide/` for `/guide/index.html`. */
export function cleanAddress(address: string): string {
  return address.replace(/\.html$/, '').replace(/\/index$/, '/')
}

export function isBuilt(folder: string): boolean {
  return statSync(join(folder, 'index.html'), { throwIfNoEntry: false })?.isFile() ?? false
}
