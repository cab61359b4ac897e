import { execFileSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { UsageError } from './options.ts'

/** The folder of the created project that holds the tarballs. */
export const VENDOR = 'vendor'

/** The packages of the project, which are not on the registry. */
export interface Sources {
  readonly webapp: string
  readonly cli: string | undefined
}

const repository = fileURLToPath(new URL('../../..', import.meta.url))
/** `npm run pack` puts the tarballs of both packages here. */
const packed = fileURLToPath(new URL('../packed', import.meta.url))

/**
 * Finds webapp and its command line: as given, in the repository that this file is part of, or
 * packed together with this file.
 */
export function findSources(given: {
  webapp: string | undefined
  cli: string | undefined
}): Sources {
  const webapp = given.webapp ?? built('webapp', 'webapp', 'dist/index.js') ?? tarball(false)
  if (webapp === undefined) {
    throw new UsageError(
      'webapp was not found. It is not on the public registry, where the name belongs to an ' +
        'unrelated package. Run "npm run pack" in the repository of webapp, and then the command ' +
        'that it prints, or pass the tarball: --webapp /path/to/packed/webapp-0.1.0.tgz',
    )
  }
  return {
    webapp: checkSource(webapp, 'webapp', '--webapp'),
    // A given webapp goes with a given command line: the one beside this file may be older.
    cli: resolveCli(given),
  }
}

function resolveCli({ webapp, cli }: { webapp: string | undefined; cli: string | undefined }) {
  if (cli !== undefined) return checkSource(cli, '@webapp/cli', '--cli')
  if (webapp !== undefined) return undefined
  return built('cli', '@webapp/cli', 'dist/main.js') ?? tarball(true)
}

/** A built package of this repository. */
function built(folder: string, name: string, file: string): string | undefined {
  const path = join(repository, 'packages', folder)
  return nameIn(path) === name && existsSync(join(path, file)) ? path : undefined
}

/** A tarball beside this file: that of the command line, or that of webapp. */
function tarball(isCli: boolean): string | undefined {
  if (!existsSync(packed)) return undefined
  const files = readdirSync(packed).filter((file) => file.endsWith('.tgz'))
  const file = files.find((each) => /-cli-\d/.test(each) === isCli)
  return file === undefined ? undefined : join(packed, file)
}

function checkSource(given: string, name: string, option: string): string {
  const path = resolve(given)
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new UsageError(`${option} is "${given}", which does not exist.`)
  if (found.isFile() && /\.(?:tgz|tar\.gz)$/.test(path)) return path
  if (found.isDirectory() && nameIn(path) === name) return path
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
 * Puts the tarball of a package into the project, so that the project can be installed on another
 * machine and in a container. Returns what package.json names.
 */
export function vendor(source: string, project: string): string {
  const folder = join(project, VENDOR)
  mkdirSync(folder, { recursive: true })
  if (statSync(source).isDirectory()) return `file:${VENDOR}/${pack(source, folder)}`
  copyFileSync(source, join(folder, basename(source)))
  return `file:${VENDOR}/${basename(source)}`
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
