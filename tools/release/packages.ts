import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { homedir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { attempt, run } from './command.ts'
import { linksOf } from './links.ts'
import { lockPublished } from './published-lock.ts'
import { Refusal } from './refusal.ts'
import { checkLicences, normalizeSbom, type Sbom } from './sbom.ts'
import { type Manifest, type ReleasedPackage, readManifest, type Settings } from './settings.ts'
import { readTarball } from './tarball.ts'
import { programsOf, verifyPackage } from './verify.ts'

/** The repository of this file, whose packages run the checkers. */
const own = fileURLToPath(new URL('../..', import.meta.url))

/** A clone in which a release is made, and where its files go. */
export interface Workplace {
  /** The repository whose release this is. */
  readonly root: string
  /** The clone. */
  readonly stage: string
  readonly out: string
  readonly settings: Settings
  readonly registry: string
}

/** Writes a version into every file that names it. */
export function writeVersion({ stage, settings }: Workplace, version: string): void {
  for (const { folder } of settings.packages) {
    const file = join(stage, folder, 'package.json')
    const text = readFileSync(file, 'utf8')
    writeFileSync(file, text.replace(/^(\s*"version": )"[^"]*"/m, `$1"${version}"`))
    writeLockedVersion(join(stage, folder, 'package-lock.json'), '', version)
    writeLockedVersion(join(stage, 'package-lock.json'), folder, version)
  }
}

/** A lockfile names the version of its own package and of workspaces. */
function writeLockedVersion(file: string, key: string, version: string): void {
  if (!existsSync(file)) return
  const lock = JSON.parse(readFileSync(file, 'utf8'))
  if (lock.packages?.[key]?.version === undefined) return
  lock.packages[key].version = version
  if (key === '' && lock.version !== undefined) lock.version = version
  writeFileSync(file, `${JSON.stringify(lock, undefined, 2)}\n`)
}

/** Packs a built package as it is published, and returns the path of the tarball. */
export function packPackage(
  { stage, out, settings }: Workplace,
  { folder }: ReleasedPackage,
): string {
  const at = join(stage, folder)
  const { devDependencies: _dev, scripts: _scripts, ...published } = readManifest(at)
  const { repository } = settings
  const manifest = {
    ...published,
    // create-webapp writes it into projects, and the framework names it where its commands are missing.
    published: rangesOf(published.version),
    ...(repository !== null && linksOf(repository, folder)),
  }
  writeFileSync(join(at, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
  copyFileSync(join(stage, 'LICENSE'), join(at, 'LICENSE'))
  const readme = join(at, 'README.md')
  if (existsSync(readme)) writeFileSync(readme, asPublished(readFileSync(readme, 'utf8')))
  // npm makes programs executable when it installs them, other programs may not.
  for (const program of programsOf(manifest)) chmodSync(join(at, program), 0o755)
  const args = ['pack', '--json', '--ignore-scripts', '--pack-destination', out]
  const [packed] = JSON.parse(run('npm', args, { cwd: at })) as { filename: string }[]
  if (packed === undefined) throw new Refusal(`npm pack in ${folder} wrote no tarball.`)
  return join(out, packed.filename)
}

/** What to install beside a package of a release. A preview goes with the packages of the same preview alone. */
function rangesOf(version: string): { framework: string; cli: string } {
  const range = version.includes('-') ? version : `^${version}`
  return { framework: range, cli: range }
}

/** A page says how to get a package that is not published, and in a comment how to get it later. */
export function asPublished(page: string): string {
  return page.replaceAll(
    /<!-- unpublished -->\n[\s\S]*?<!-- published\n([\s\S]*?)-->\n/g,
    (_, text: string) => text,
  )
}

/** Checks a tarball; the problems of all checks are reported together. */
export function checkTarball(place: Workplace, one: ReleasedPackage, tarball: string): string[] {
  const { root, stage, registry, settings } = place
  const problems = verifyPackage({
    files: readTarball(tarball),
    size: statSync(tarball).size,
    most: one.most,
    loads: [settings.names.framework, ...(one.loads ?? [])],
    links: settings.repository === null ? undefined : linksOf(settings.repository, one.folder),
    local: localTexts([root, stage], registry),
  })
  return [...problems, ...one.checkers.flatMap((name) => runChecker(place, one, name, tarball))]
}

/** What a package must not contain. The public registry is known everywhere. */
function localTexts(folders: readonly string[], registry: string): string[] {
  const { host, hostname } = new URL(registry)
  const hosts = hostname === 'registry.npmjs.org' ? [] : [host]
  return [...folders, ...hosts, ...(homedir().length > 1 ? [`${homedir()}/`] : [])]
}

const CHECKERS = {
  publint: (folder: string) => ['publint', 'run', '--strict', folder],
  attw: (_folder: string, tarball: string) => ['attw', tarball, '--profile', 'node16'],
}

function runChecker(
  { stage }: Workplace,
  { folder }: ReleasedPackage,
  name: keyof typeof CHECKERS,
  tarball: string,
): string[] {
  const args = CHECKERS[name](join(stage, folder), tarball)
  const { status, stdout, stderr } = attempt('npx', ['tsx', 'tools/checks/run.ts', ...args], {
    cwd: own,
  })
  return status === 0 ? [] : [`${name} says:\n${`${stdout}${stderr}`.trim()}`]
}

/** Writes the bill of materials of a package, and returns the problems with its licences. */
export function writeSbom(
  { stage, settings }: Workplace,
  { folder }: ReleasedPackage,
  { tarball, date }: { tarball: string; date: string },
): string[] {
  const project = join(stage, '..', 'published', basename(folder))
  const manifest = readManifest(join(stage, folder))
  mkdirSync(project, { recursive: true })
  writeJson(join(project, 'package.json'), manifest)
  writeJson(join(project, 'package-lock.json'), lockOf(stage, folder, manifest))
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--sbom-type', 'library', '--omit', 'dev']
  const output = run('npm', [...args, '--package-lock-only'], { cwd: project })
  const sbom = normalizeSbom(JSON.parse(output) as Sbom, date)
  writeJson(`${tarball.slice(0, -'.tgz'.length)}.cdx.json`, sbom)
  return checkLicences(sbom, settings.licences)
}

/** Its own lockfile, or that of the workspaces; a package without either has no dependencies. */
function lockOf(stage: string, folder: string, manifest: Manifest): object {
  const own = join(stage, folder, 'package-lock.json')
  const shared = join(stage, 'package-lock.json')
  if (existsSync(own)) return lockPublished(manifest, '', readPackages(own))
  return lockPublished(manifest, folder, existsSync(shared) ? readPackages(shared) : {})
}

function readPackages(file: string): Parameters<typeof lockPublished>[2] {
  return JSON.parse(readFileSync(file, 'utf8')).packages
}

function writeJson(file: string, content: object): void {
  writeFileSync(file, `${JSON.stringify(content, undefined, 2)}\n`)
}

/** What `npm audit signatures` says, or why it cannot say anything. */
export function auditSignatures(folder: string): string {
  const { status, stdout, stderr } = attempt('npm', ['audit', 'signatures'], { cwd: folder })
  const output = `${stdout}\n${stderr.replaceAll(/^npm warn .*\n?/gm, '')}`.trim()
  if (status === 0) return output
  if (/invalid (?:registry )?signature|missing registry signature|tampered/i.test(output)) {
    throw new Refusal(`npm audit signatures:\n${output}`)
  }
  const reason = output.split('\n').slice(0, 3).join(' ') || `status ${status}`
  return `npm audit signatures cannot run here: ${reason.replaceAll('npm error ', '')}`
}
