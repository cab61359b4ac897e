import { existsSync, realpathSync } from 'node:fs'
import { dirname, isAbsolute, join, resolve } from 'node:path'
import { readPackageJson } from '../../program-files.ts'
import type { Modules } from '../flow/modules.ts'
import type { Dialect } from '../flow/values.ts'
import { EXTENSIONS, type SourceFile } from '../syntax/source-file.ts'
import { toolFor } from './tools.ts'
import { allMajorsOf, majorsOf } from './version-ranges.ts'

interface Manifest {
  readonly path: string
  readonly name?: string | undefined
  readonly main?: string | undefined
  readonly isWorkspaceRoot?: boolean
  readonly dependencies: Readonly<Record<string, string>>
}

export const WEBAPP: Readonly<Record<string, Dialect>> = {
  webapp: 5,
  'webapp/v5': 5,
  'webapp/v4': 4,
  'webapp/v3': 3,
}

/** Frameworks whose applications and handlers look like those of Express. */
const LOOKALIKES = [
  'koa',
  'fastify',
  'restify',
  'polka',
  'hono',
  '@koa/router',
  'koa-router',
  'connect',
  'find-my-way',
]

/** Whether a specifier names another framework that looks like Express. */
export function isLookalike(specifier: string): boolean {
  return LOOKALIKES.some((name) => specifier === name || specifier.startsWith(`${name}/`))
}

/** Which specifiers name Express, in which version, and which name files of the program. */
export class ProjectModules implements Modules {
  readonly #files: ReadonlyMap<string, SourceFile>
  readonly #from: Dialect | undefined
  readonly #manifests = new Map<string, Manifest | undefined>()
  readonly #versions = new Map<string, ExpressVersion>()
  #packages: ReadonlyMap<string, Manifest> | undefined
  #guess: Dialect | undefined
  /** The package.json files of the packages that import Express. */
  readonly #importers = new Set<string>()
  /** The files by their paths without symbolic links. */
  #targets: ReadonlyMap<string, SourceFile> | undefined
  readonly #linked = new Map<string, SourceFile | undefined>()

  constructor(files: readonly SourceFile[], from: Dialect | undefined) {
    this.#files = new Map(files.map((file) => [file.path, file]))
    this.#from = from
    this.#guess = this.#commonDialect(files)
  }

  dialectOf(specifier: string, from: SourceFile): Dialect | undefined {
    if (Object.hasOwn(WEBAPP, specifier)) return WEBAPP[specifier]
    if (specifier === 'express') return this.#from ?? this.#versionIn(dirname(from.path)).dialect
    const range = this.#manifestOf(dirname(from.path))?.dependencies[specifier]
    return range?.startsWith('npm:express@') ? majorsOf(range)[0] : undefined
  }

  resolve(specifier: string, from: SourceFile): SourceFile | undefined {
    if (!/^\.{1,2}(?:\/|$)/.test(specifier) && !isAbsolute(specifier)) {
      return this.#resolvePackage(specifier)
    }
    return this.#find(resolve(dirname(from.path), specifier))
  }

  modulesIn(folder: string): SourceFile[] {
    return [...this.#files.values()].filter(({ path }) => {
      const parent = dirname(path)
      return parent === folder || (/[\\/]index\.\w+$/.test(path) && dirname(parent) === folder)
    })
  }

  /** Another package of the workspace: its main file, or a file that the specifier names. */
  #resolvePackage(specifier: string): SourceFile | undefined {
    this.#packages ??= packagesOf([...this.#files.keys()])
    const [name = ''] = /^(?:@[^/]+\/)?[^/]+/.exec(specifier) ?? []
    const found = this.#packages.get(name)
    if (found === undefined) return undefined
    const folder = dirname(found.path)
    const { main = 'index' } = found
    const inside = specifier.slice(name.length + 1)
    // The main file may be built from sources.
    const built = main.replace(/^(?:\.\/)?(?:dist|lib|build|out)\//, 'src/')
    const entries = inside === '' ? [main, built, 'index', 'src/index'] : [inside]
    for (const entry of entries) {
      const file = this.#find(resolve(folder, entry))
      if (file !== undefined) return file
    }
    return undefined
  }

  /** The file that a path means, with or without its extension. */
  #find(base: string): SourceFile | undefined {
    const candidates = [
      base,
      ...EXTENSIONS.map((extension) => base + extension),
      ...EXTENSIONS.map((extension) => join(base, `index${extension}`)),
      // TypeScript imports the file that it will write.
      base.replace(/\.([cm]?)js$/, '.$1ts'),
      base.replace(/\.jsx?$/, '.tsx'),
    ]
    for (const path of candidates) {
      const file = this.#files.get(path)
      if (file !== undefined) return file
    }
    return this.#findLinked(base, candidates)
  }

  /** The file that a path leads to through symbolic links. */
  #findLinked(base: string, candidates: readonly string[]): SourceFile | undefined {
    if (this.#linked.has(base)) return this.#linked.get(base)
    this.#targets ??= new Map(
      [...this.#files.values()].map((file) => [realPath(file.path) ?? file.path, file]),
    )
    const targets = candidates.flatMap((path) => realPath(path) ?? [])
    const found = targets.map((path) => this.#targets?.get(path)).find((file) => file !== undefined)
    this.#linked.set(base, found)
    return found
  }

  isForeign(specifier: string): boolean {
    return isLookalike(specifier)
  }

  /** Packages are not followed. */
  externalOf(_specifier: string, _from: SourceFile): string | undefined {
    return undefined
  }

  toolFor({ path }: SourceFile): string | undefined {
    return toolFor(path, this.#manifestOf(dirname(path))?.dependencies ?? {})
  }

  guessFor(): Dialect | undefined {
    return this.#guess
  }

  isGuessSafe({ path }: SourceFile): boolean {
    const manifest = this.#manifestOf(dirname(path))
    if (manifest === undefined) return true
    const { dependencies } = manifest
    if (LOOKALIKES.some((name) => Object.hasOwn(dependencies, name))) return false
    return namesExpress(dependencies) || this.#importers.has(manifest.path)
  }

  /** The dialect that most files import; without any import, the one that package.json names. */
  #commonDialect(files: readonly SourceFile[]): Dialect | undefined {
    const counts = new Map<Dialect, number>()
    for (const file of files) {
      for (const specifier of specifiersIn(file)) {
        const dialect = this.dialectOf(specifier, file)
        if (dialect === undefined) continue
        const manifest = this.#manifestOf(dirname(file.path))
        if (manifest !== undefined) this.#importers.add(manifest.path)
        counts.set(dialect, (counts.get(dialect) ?? 0) + 1)
      }
    }
    const [most] = [...counts].sort(([, one], [, other]) => other - one)
    if (most !== undefined) return most[0]
    const [first] = files
    if (first === undefined) return undefined
    const declared = this.#declared(dirname(first.path))
    return declared && (this.#from ?? declared)
  }

  #declared(folder: string): Dialect | undefined {
    const range = this.#manifestOf(folder)?.dependencies.express
    return range === undefined ? undefined : majorsOf(range)[0]
  }

  /** The versions of Express for all files that import it by its name. */
  versionsFor(files: readonly SourceFile[]): ExpressVersion[] {
    const importers = files.filter((file) => specifiersIn(file).includes('express'))
    return importers.map(({ path }) => this.#versionIn(dirname(path)))
  }

  #versionIn(folder: string): ExpressVersion {
    const known = this.#versions.get(folder)
    if (known !== undefined) return known
    const manifest = this.#manifestOf(folder)
    const range = manifest?.dependencies.express
    const version = { ...expressVersion(folder, range), path: range && manifest?.path }
    this.#versions.set(folder, version)
    return version
  }

  /** The nearest package.json that names express, or else the nearest one. */
  #manifestOf(folder: string): Manifest | undefined {
    if (this.#manifests.has(folder)) return this.#manifests.get(folder)
    const own = readManifest(join(folder, 'package.json'))
    const parent = dirname(folder)
    const isEnough = own !== undefined && 'express' in own.dependencies
    const above = isEnough || parent === folder ? undefined : this.#manifestOf(parent)
    const found = own !== undefined && !(above && 'express' in above.dependencies) ? own : above
    const merged =
      own && above && found === above
        ? { path: above.path, dependencies: { ...above.dependencies, ...own.dependencies } }
        : found
    this.#manifests.set(folder, merged)
    return merged
  }
}

function namesExpress(dependencies: Readonly<Record<string, string>>): boolean {
  return Object.entries(dependencies).some(
    ([name, range]) => name === 'express' || name === 'webapp' || /^npm:express@/.test(range),
  )
}

/** The version of Express that a package asks for. */
export interface ExpressVersion {
  /** The package.json that names the range, if there is one. */
  readonly path?: string | undefined
  readonly range?: string | undefined
  readonly installed?: string | undefined
  /** Whether the installed version decides, because the range does not. */
  readonly isInstalled: boolean
  readonly dialect: Dialect
  /** Set for a version that is older or newer than all dialects. */
  readonly unsupported?: 'older' | 'newer' | undefined
}

/** The version of Express in a folder: what its range says, or what is installed. */
export function expressVersion(folder: string, range: string | undefined): ExpressVersion {
  const installed = installedExpress(folder)
  const asked = range === undefined ? [] : allMajorsOf(range)
  const isInstalled = installed !== undefined && new Set(asked).size !== 1
  const majors = isInstalled ? allMajorsOf(installed) : asked
  const [dialect] = majorsOf(isInstalled ? installed : (range ?? '4'))
  const isNewer = majors.every((major) => major > 5)
  const unsupported = dialect === undefined ? (isNewer ? 'newer' : 'older') : undefined
  return { range, installed, isInstalled, dialect: dialect ?? 4, unsupported }
}

/** The specifiers that a file imports or requires, as far as they are literals. */
export function specifiersIn(file: SourceFile): string[] {
  const pattern = /(?:\brequire\s*\(|\bfrom|\bimport\s*\(?)\s*['"`]([^'"`\n]+)['"`]/g
  return [...file.text.matchAll(pattern)].map(([, specifier = '']) => specifier)
}

/** The folders of files, up to a folder or to the root. */
export function foldersAround(paths: readonly string[], ...top: readonly string[]): string[] {
  const folders = new Set(top)
  for (const path of paths) {
    for (let at = dirname(path); !folders.has(at); at = dirname(at)) folders.add(at)
  }
  return [...folders]
}

/** The packages around files, by their names. */
function packagesOf(paths: readonly string[]): Map<string, Manifest> {
  const manifests = foldersAround(paths).flatMap(
    (folder) => readManifest(join(folder, 'package.json')) ?? [],
  )
  return new Map(manifests.map((each) => [each.name ?? '', each]))
}

const FIELDS = ['devDependencies', 'peerDependencies', 'optionalDependencies', 'dependencies']

export function readManifest(path: string): Manifest | undefined {
  if (!existsSync(path)) return undefined
  try {
    const manifest = readPackageJson<Record<string, unknown>>(path)
    const dependencies = Object.assign({}, ...FIELDS.map((field) => manifest[field] ?? {}))
    const [name, main] = [manifest.name, manifest.main].map((each) =>
      typeof each === 'string' ? each : undefined,
    )
    return { path, name, main, dependencies, isWorkspaceRoot: 'workspaces' in manifest }
  } catch {
    return undefined
  }
}

/** A path without symbolic links, if it exists. */
function realPath(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined
  }
}

function installedExpress(folder: string): string | undefined {
  const path = findInstalled(folder, 'express')
  return path && readPackageJson<{ version?: string }>(path).version
}

/** The package.json of a package that the files of a folder get. */
export function findInstalled(folder: string, name: string): string | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const path = join(at, 'node_modules', name, 'package.json')
    if (existsSync(path)) return path
    if (dirname(at) === at) return undefined
  }
}
