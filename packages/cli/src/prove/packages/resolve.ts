import { existsSync, readFileSync } from 'node:fs'
import { createRequire, isBuiltin } from 'node:module'
import { dirname, extname, join } from 'node:path'
import { findInstalled } from '../../migrate/project/modules.ts'
import { EXTENSIONS } from '../../migrate/syntax/source-file.ts'

const requires = new Map<string, NodeJS.Require>()
const resolved = new Map<string, string | undefined>()

/** The source file that Node loads for a specifier in a file; `undefined` for modules of Node and data. */
export function resolveSource(from: string, specifier: string): string | undefined {
  if (isBuiltin(specifier)) return undefined
  const folder = dirname(from)
  const key = `${folder}\0${specifier}`
  if (resolved.has(key)) return resolved.get(key)
  const path = requirePath(folder, specifier) ?? importPath(folder, specifier)
  const found = path !== undefined && EXTENSIONS.includes(extname(path)) ? path : undefined
  resolved.set(key, found)
  return found
}

const NO_PACKAGE = { name: '', folder: '' }

/** The same for a file of another package, except Express and webapp themselves. */
export function resolvePackageFile(from: string, specifier: string): string | undefined {
  if (/^\.{0,2}\//.test(specifier) || /^\.{1,2}$/.test(specifier)) return undefined
  const path = resolveSource(from, specifier)
  const { name, folder } = (path && packageOf(path)) || NO_PACKAGE
  const isOwn = folder === packageOf(from)?.folder
  return isOwn || name === '' || name === 'express' || name === 'webapp' ? undefined : path
}

function requirePath(folder: string, specifier: string): string | undefined {
  const require = requires.get(folder) ?? createRequire(join(folder, 'any.js'))
  requires.set(folder, require)
  try {
    return require.resolve(specifier)
  } catch {
    return undefined
  }
}

/** A package may have exports for `import` alone. */
function importPath(folder: string, specifier: string): string | undefined {
  const [, name = '', rest = ''] = /^((?:@[^/]+\/)?[^/.][^/]*)(\/.*)?$/.exec(specifier) ?? []
  const manifest = name === '' ? undefined : findInstalled(folder, name)
  if (manifest === undefined) return undefined
  const { exports, module } = readManifestOf(manifest)
  const target = importTarget(exports, `.${rest}`) ?? (rest === '' ? module : undefined)
  const path = typeof target === 'string' ? join(dirname(manifest), target) : undefined
  return path !== undefined && existsSync(path) ? path : undefined
}

const CONDITIONS: ReadonlySet<string> = new Set(['node', 'import', 'require', 'default'])

function importTarget(exports: unknown, subpath: string): string | undefined {
  if (typeof exports === 'string') return subpath === '.' ? exports : undefined
  if (typeof exports !== 'object' || exports === null) return undefined
  const table = exports as Readonly<Record<string, unknown>>
  if (!Object.keys(table).some((key) => key.startsWith('.'))) {
    return subpath === '.' ? conditionTarget(table) : undefined
  }
  if (Object.hasOwn(table, subpath)) return conditionTarget(table[subpath])
  for (const [key, value] of Object.entries(table)) {
    const [start = '', end = ''] = key.split('*')
    const fits = key.includes('*') && subpath.startsWith(start) && subpath.endsWith(end)
    if (!fits) continue
    const star = subpath.slice(start.length, subpath.length - end.length)
    return conditionTarget(value)?.replaceAll('*', star)
  }
  return undefined
}

function conditionTarget(value: unknown): string | undefined {
  if (typeof value === 'string') return value
  if (typeof value !== 'object' || value === null) return undefined
  for (const [condition, each] of Object.entries(value)) {
    const found = CONDITIONS.has(condition) ? conditionTarget(each) : undefined
    if (found !== undefined) return found
  }
  return undefined
}

export interface PackageManifest {
  readonly folder: string
  readonly name: string
  readonly version: string
  readonly dependencies: Readonly<Record<string, string>>
  readonly peerDependencies: Readonly<Record<string, string>>
}

/** Whether a package has an Express in its dependencies, and not as a peer. */
export function bringsExpress({ dependencies, peerDependencies }: PackageManifest): boolean {
  return Object.hasOwn(dependencies, 'express') && !Object.hasOwn(peerDependencies, 'express')
}

export function namesExpress({ dependencies, peerDependencies }: PackageManifest): boolean {
  return Object.hasOwn(dependencies, 'express') || Object.hasOwn(peerDependencies, 'express')
}

const manifests = new Map<string, PackageManifest | undefined>()

/** The package that a file belongs to. */
export function packageOf(path: string): PackageManifest | undefined {
  const folder = dirname(path)
  if (manifests.has(folder)) return manifests.get(folder)
  const own = join(folder, 'package.json')
  const found = (existsSync(own) ? manifestAt(folder, own) : undefined) ?? above(folder)
  manifests.set(folder, found)
  return found
}

function above(folder: string): PackageManifest | undefined {
  return dirname(folder) === folder ? undefined : packageOf(folder)
}

/** A package.json without a name only says which files are modules. */
function manifestAt(folder: string, path: string): PackageManifest | undefined {
  const { name, version, dependencies, peerDependencies } = readManifestOf(path)
  if (typeof name !== 'string') return undefined
  return {
    folder,
    name,
    version: typeof version === 'string' ? version : '0.0.0',
    dependencies: isTable(dependencies) ? dependencies : {},
    peerDependencies: isTable(peerDependencies) ? peerDependencies : {},
  }
}

function isTable(value: unknown): value is Record<string, string> {
  return typeof value === 'object' && value !== null
}

/** A package.json that is damaged belongs to another package: it says nothing. */
function readManifestOf(path: string): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  } catch {
    return {}
  }
}
