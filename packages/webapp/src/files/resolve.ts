import { join, normalize, resolve, sep } from 'node:path'
import { httpError } from '../errors/http-error.ts'
import type { FileSettings } from './options.ts'

/**
 * The file that a path of a URL means, inside the root where there is one.
 *
 * This is the only place where a path from the network becomes one of the file system.
 */
export function resolvePath(encoded: string, settings: FileSettings): string {
  const path = decodePath(encoded)
  if (path === undefined || path.includes('\0')) throw httpError(400)
  const { root } = settings
  const inner = root === undefined || path === '' ? path : normalize(`.${sep}${path}`)
  if (CLIMBS.test(inner)) throw httpError(403)
  const located = root === undefined ? normalize(inner) : inner
  const parts = located.split(sep)
  if (parts.some(isDotfile)) refuseDotfile(parts, settings)
  return root === undefined ? resolve(inner) : normalize(join(root, inner))
}

// A backslash counts on every system: it must not matter where a file server was tested.
const CLIMBS = /(?:^|[\\/])\.\.(?:[\\/]|$)/

function decodePath(encoded: string): string | undefined {
  try {
    return decodeURIComponent(encoded)
  } catch {
    return undefined
  }
}

function isDotfile(part: string): boolean {
  return part.length > 1 && part.startsWith('.')
}

function refuseDotfile(parts: readonly string[], settings: FileSettings): void {
  if (settings.dotfiles === 'allow') return
  if (settings.dotfiles === 'ignore-names' && !parts.at(-1)?.startsWith('.')) return
  throw httpError(settings.dotfiles === 'deny' ? 403 : 404)
}
