import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { extractCommit } from '../../tools/express-suites/checkout.ts'
import { run } from '../../tools/runtimes/run.ts'
import { type DialectName, dialects } from '../harness/dialects.ts'
import { UsageError } from './options.ts'

/** One state of Express, with the packages that it needs. */
export interface Revision {
  /** As the user named it: a version, a tag or a commit. */
  readonly name: string
  readonly version: string
  /** What `require` loads. */
  readonly folder: string
  /** `engines`, and each package with its range and the version that npm chose. */
  readonly requirements: readonly string[]
}

/** Where revisions come from. Each is prepared once. */
export class Revisions {
  readonly #checkout: string | undefined
  readonly #work = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-drift-')))
  readonly #prepared = new Map<string, Promise<Revision>>()

  /** `npm`, or the folder of a checkout or of a mirror. */
  constructor(source: string) {
    this.#checkout = source === 'npm' ? undefined : resolve(source)
  }

  get(name: string): Promise<Revision> {
    const known = this.#prepared.get(name) ?? this.#prepare(name)
    this.#prepared.set(name, known)
    return known
  }

  remove(): void {
    rmSync(this.#work, { recursive: true, force: true, maxRetries: 5 })
  }

  async #prepare(name: string): Promise<Revision> {
    const folder = join(this.#work, String(this.#prepared.size))
    mkdirSync(folder)
    if (this.#checkout === undefined) {
      await installRelease(name, folder)
      return describe(name, join(folder, 'node_modules/express'))
    }
    await extractCommit(this.#checkout, await commitOf(this.#checkout, name), folder)
    if (!isExpress(folder)) throw new UsageError(`${name} in ${this.#checkout} is not Express.`)
    await run('npm', ['install', '--omit=dev', ...QUIET], folder)
    return describe(name, folder)
  }
}

const QUIET = '--ignore-scripts --no-package-lock --no-audit --no-fund --loglevel=error'.split(' ')

async function installRelease(version: string, folder: string): Promise<void> {
  writeFileSync(join(folder, 'package.json'), '{"private":true}')
  try {
    await run('npm', ['install', `express@${version}`, ...QUIET], folder)
  } catch (error) {
    const { message } = error as Error
    if (!/ETARGET|EINVALIDTAGNAME/.test(message)) throw error
    throw new UsageError(`npm has no release ${version} of Express.`)
  }
}

/** A name may be a tag without its `v`. */
async function commitOf(checkout: string, name: string): Promise<string> {
  if (!existsSync(checkout)) throw new UsageError(`there is no folder ${checkout}.`)
  for (const tried of name.startsWith('-') ? [] : [name, `v${name}`]) {
    const found = run('git', ['rev-parse', '--verify', '--quiet', `${tried}^{commit}`], checkout)
    const commit = await found.then(
      (text) => text.trim(),
      () => undefined,
    )
    if (commit !== undefined) return commit
  }
  throw new UsageError(`${checkout} has no revision ${name}.`)
}

interface Manifest {
  readonly name?: string
  readonly version?: string
  readonly engines?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
}

function isExpress(folder: string): boolean {
  return existsSync(join(folder, 'package.json')) && readManifest(folder).name === 'express'
}

function describe(name: string, folder: string): Revision {
  const { version = '', engines = {}, dependencies = {} } = readManifest(folder)
  const packages = Object.entries(dependencies).map(
    ([dependency, range]) => `${dependency} ${range}: ${installedVersion(folder, dependency)}`,
  )
  const node = `engines: node ${engines.node ?? '(any)'}`
  return { name, version, folder, requirements: [node, ...packages.sort()] }
}

/** Packages are beside Express, or inside of its folder. */
function installedVersion(folder: string, name: string): string {
  const places = [join(folder, 'node_modules', name), join(folder, '..', name)]
  const found = places.find((place) => existsSync(join(place, 'package.json')))
  return found === undefined ? '(missing)' : (readManifest(found).version ?? '')
}

function readManifest(folder: string): Manifest {
  return JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))
}

/** The dialect of the older revision: the newer one may be a major version without a dialect. */
export function dialectFor({ version }: Revision): DialectName {
  const major = `${version.split('.')[0]}.x`
  const found = dialects.find(({ name }) => name === major)
  if (found !== undefined) return found.name
  throw new UsageError(`Express ${version} has no dialect; there are 5.x, 4.x and 3.x.`)
}

/** Releases of a major version on npm with the one before each: the newest last. */
export async function latestPairs(major: string, count: number): Promise<[string, string][]> {
  const output = await run('npm', ['view', 'express', 'versions', '--json'], tmpdir())
  return pairsOf(JSON.parse(output) as string[], major, count)
}

/** Prereleases count if a major version has too few releases. */
export function pairsOf(
  published: readonly string[],
  major: string,
  count: number,
): [string, string][] {
  const all = published.filter((version) => version.startsWith(`${major}.`)).sort(byVersion)
  const releases = all.filter((version) => !version.includes('-'))
  const chosen = (releases.length > count ? releases : all).slice(-count - 1)
  return chosen.slice(1).map((version, at) => [chosen[at] ?? '', version])
}

/** A prerelease comes before its release, and `alpha` before `beta`. */
function byVersion(one: string, other: string): number {
  const [first = '', ...before] = one.split('-')
  const [second = '', ...after] = other.split('-')
  const numbers = first.localeCompare(second, 'en', { numeric: true })
  if (numbers !== 0 || before.length !== after.length)
    return numbers || after.length - before.length
  return before.join('-').localeCompare(after.join('-'), 'en', { numeric: true })
}
