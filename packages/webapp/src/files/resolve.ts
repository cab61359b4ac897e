import path, { type PlatformPath } from 'node:path'
import { httpError } from '../errors/http-error.ts'
import type { FileSettings } from './options.ts'

/**
 * Resolves the path of a URL to a file system path, inside the root if there is one.
 *
 * This is the only function that turns a path from the network into a file system path. Tests give it
 * the paths of Windows.
 */
export function resolvePath(
  encoded: string,
  settings: FileSettings,
  { join, normalize, resolve, sep }: PlatformPath = path,
): string {
  const { root } = settings
  if (root !== undefined && PLAIN.test(encoded)) return join(root, encoded)
  const decoded = decodePath(encoded)
  if (decoded === undefined || decoded.includes('\0')) throw httpError(400)
  const inner = root === undefined || decoded === '' ? decoded : normalize(`.${sep}${decoded}`)
  if (PARENT_SEGMENT.test(inner)) throw httpError(403)
  const located = root === undefined ? normalize(inner) : inner
  const parts = located.split(sep)
  const isHidden = root === undefined && parts[0] === '.' && settings.policy.hidesWorkingDirectory
  if (isHidden || parts.some(isDotfile)) refuseDotfile(parts, settings)
  // On Windows, Node 22 and newer do not normalise what they join if a part names a device.
  return root === undefined ? resolve(inner) : normalize(join(root, inner))
}

/** Most paths: nothing is escaped, and no segment is empty or begins with a dot. */
const PLAIN = /^\/?[\w-][\w.-]*(?:\/[\w-][\w.-]*)*$/

// Prevents path traversal. A backslash is a separator on every system, so that an application
// behaves the same on Windows as where it was tested.
const PARENT_SEGMENT = /(?:^|[\\/])\.\.(?:[\\/]|$)/

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
