import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { CLI, FRAMEWORK } from './names.ts'
import { UsageError } from './options.ts'
import { PUBLISHED } from './published.ts'

/** The folder of the created project that holds the tarballs. */
const VENDOR = 'vendor'

/** A tarball or the folder of a package, or versions on the registry. */
type Source = { readonly path: string } | { readonly range: string }

/** Where the packages of the project come from. */
export interface Sources {
  readonly webapp: Source
  readonly cli: Source | undefined
}

/** What package.json of the project names for webapp and for its command line. */
export interface Packages {
  readonly webapp: string
  readonly cli: string | undefined
  /** Whether the folder `vendor` has one of them. */
  readonly isVendored: boolean
}

const repository = fileURLToPath(new URL('../../..', import.meta.url))
/** `npm run pack` puts the tarballs of both packages here. */
const packed = fileURLToPath(new URL('../packed', import.meta.url))

/**
 * Finds webapp and its command line: as given, published together with this file, in the repository that
 * this file is part of, or packed together with this file.
 */
export function findSources(given: {
  webapp: string | undefined
  cli: string | undefined
}): Sources {
  return { webapp: findFramework(given.webapp), cli: findCli(given) }
}

function findFramework(given: string | undefined): Source {
  if (given !== undefined) return checkSource(given, FRAMEWORK, '--webapp')
  if (PUBLISHED !== undefined) return { range: PUBLISHED.framework }
  const path = built('packages/webapp', FRAMEWORK, 'dist/index.js') ?? tarball(false)
  if (path !== undefined) return { path }
  throw new UsageError(
    'webapp was not found. It is not on the public registry, where the name belongs to an ' +
      'unrelated package. Run "npm run pack" in the repository of webapp, and then the command ' +
      'that it prints, or pass the tarball: --webapp /path/to/packed/webapp-0.1.0.tgz',
  )
}

function findCli({
  webapp,
  cli,
}: {
  webapp: string | undefined
  cli: string | undefined
}): Source | undefined {
  if (cli !== undefined) return checkSource(cli, CLI, '--cli')
  // A given webapp goes with a given command line: any other one may be older.
  if (webapp !== undefined) return undefined
  if (PUBLISHED !== undefined) return { range: PUBLISHED.cli }
  const path = built('packages/cli', CLI, 'dist/main.js') ?? tarball(true)
  return path === undefined ? undefined : { path }
}

/** A built package of this repository. */
function built(folder: string, name: string, file: string): string | undefined {
  const path = join(repository, folder)
  return nameIn(path) === name && existsSync(join(path, file)) ? path : undefined
}

/** A tarball beside this file: that of the command line, or that of webapp. */
function tarball(isCli: boolean): string | undefined {
  if (!existsSync(packed)) return undefined
  const files = readdirSync(packed).filter((file) => file.endsWith('.tgz'))
  const file = files.find((each) => /-cli-\d/.test(each) === isCli)
  return file === undefined ? undefined : join(packed, file)
}

function checkSource(given: string, name: string, option: string): Source {
  const path = resolve(given)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new UsageError(`${option} is "${given}", which does not exist.`)
  if (found.isFile() && /\.(?:tgz|tar\.gz)$/.test(path)) return { path }
  if (found.isDirectory() && nameIn(path) === name) return { path }
  throw new UsageError(
    `${option} is "${given}", but must be a tarball (.tgz) or a folder with the package ${name}.`,
  )
}

function nameIn(folder: string): unknown {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as { name?: unknown })
      .name
  } catch {
    return undefined
  }
}

/**
 * Puts packages that are not on a registry into the project, so that the project can be installed on
 * another machine and in a container. Returns what package.json names.
 */
export function addPackages({ webapp, cli }: Sources, project: string): Packages {
  return {
    webapp: add(webapp, project),
    cli: cli === undefined ? undefined : add(cli, project),
    isVendored: [webapp, cli].some((source) => source !== undefined && 'path' in source),
  }
}

function add(source: Source, project: string): string {
  if ('range' in source) return source.range
  const folder = join(project, VENDOR)
  mkdirSync(folder, { recursive: true })
  return `file:${VENDOR}/${vendor(source.path, folder)}`
}

/** Returns the name of the tarball in the folder. */
function vendor(path: string, folder: string): string {
  if (statSync(path).isDirectory()) return pack(path, folder)
  copyFileSync(path, join(folder, basename(path)))
  return basename(path)
}

function pack(source: string, destination: string): string {
  try {
    const args = ['pack', '--silent', '--pack-destination', destination]
    const options = { cwd: source, encoding: 'utf8', shell: process.platform === 'win32' } as const
    return execFileSync('npm', args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] })
      .trim()
      .split('\n')
      .slice(-1)
      .join('')
  } catch {
    throw new UsageError(`npm pack failed in ${source}, its reason is above.`)
  }
}
