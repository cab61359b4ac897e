import { createHash } from 'node:crypto'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, relative, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { addRelease, sectionOf } from './changelog.ts'
import { attempt, run, runStep } from './command.ts'
import {
  auditSignatures,
  checkTarball,
  packPackage,
  type Workplace,
  writeSbom,
  writeVersion,
} from './packages.ts'
import { Refusal } from './refusal.ts'
import {
  configuredRegistry,
  integrityOf,
  isLoggedIn,
  publish,
  publishedIntegrity,
} from './registry.ts'
import { isLoopback, missingDecisions, missingRequirements } from './requirements.ts'
import { readManifest, readSettings } from './settings.ts'
import { fragmentFiles, planVersion, previewVersion } from './version.ts'

// npm run release -- --dry-run: makes a release in a clone, and keeps its tarballs. Without --dry-run it
// also publishes them, and brings the commit and the tag of the release into this repository.
//
//   --prepare            like --dry-run, for another job that publishes: the results have the commit and
//                        the tag too, and what release.json does not decide yet is refused
//   --gate <command>     instead of the tests of release.json
//   --tag <dist-tag>     other than latest: publishes a preview, without a changelog, commit and tag
//   --registry <url>     instead of the registry of npm
//   --out <folder>       for the tarballs, instead of released/<version>
//   --root <folder>      another repository than this one
//   --continue           goes on with a release that ended between two packages
const { values: options } = parseArgs({
  options: {
    'dry-run': { type: 'boolean', default: false },
    prepare: { type: 'boolean', default: false },
    gate: { type: 'string' },
    tag: { type: 'string', default: 'latest' },
    registry: { type: 'string' },
    out: { type: 'string' },
    root: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
    continue: { type: 'boolean', default: false },
  },
})

/** A file that an earlier run may have left. */
const RESULT = /\.tgz$|\.cdx\.json$|^SHA256SUMS$|^notes\.md$|^commit\.bundle$/

// Folders and files get the same modes everywhere.
process.umask(0o022)
const root = resolve(options.root)
const settings = readSettings(root)
const registry = options.registry ?? configuredRegistry({ cwd: root })
const isPreview = options.tag !== 'latest'
const temporary = realpathSync(mkdtempSync(join(tmpdir(), 'release-')))
try {
  release()
} catch (error) {
  if (!(error instanceof Refusal)) throw error
  console.error(`release: ${error.message}`)
  process.exitCode = 1
} finally {
  rmSync(temporary, { recursive: true, force: true })
}

function release(): void {
  checkTree()
  const missing = findMissing()
  if (missing.length > 0 && !options['dry-run']) {
    throw new Refusal(`nothing was changed, because this is missing:\n${list(missing)}`)
  }
  const { version, fragments } = chooseVersion()
  console.log(`== ${version}, for ${registry}, as ${options.tag}`)
  if (!isPreview) checkTag(version)
  const names = settings.packages.map(({ folder }) => readManifest(join(root, folder)).name)
  checkRegistry(names, version)

  const out = resolve(options.out ?? join(root, 'released', version))
  const place: Workplace = { root, stage: join(temporary, 'repository'), out, settings, registry }
  clone(place)
  writeVersion(place, version)
  if (!isPreview) writeChangelog(place, version, fragments)
  build(place)
  const tarballs = pack(place)
  writeSums(out, tarballs)
  writeNotes(place, version)
  if (!isPreview) git(place.stage, 'tag', '--annotate', `v${version}`, '--message', version)
  if (options.prepare && !isPreview) bundle(place, version)
  if (options['dry-run'] || options.prepare) {
    report(place, { version, missing })
    return
  }
  publishAll(place, version, tarballs)
  if (!isPreview) bringHere(place, version)
}

function findMissing(): string[] {
  const place = { registry, env: process.env }
  if (options.prepare) return missingDecisions(settings, place)
  const account = isLoopback(registry) || isLoggedIn(registry, { cwd: root })
  return missingRequirements(settings, { ...place, account })
}

function git(cwd: string, ...args: string[]): string {
  return run('git', args, { cwd }).trim()
}

function checkTree(): void {
  const changes = git(root, 'status', '--porcelain')
  if (changes !== '') throw new Refusal(`the tree has changes that no commit has:\n${changes}`)
  for (const name of ['user.name', 'user.email']) {
    if (attempt('git', ['config', name], { cwd: root }).status === 0) continue
    throw new Refusal(`git has no ${name}, which the commit of the release needs.`)
  }
}

function chooseVersion() {
  const manifests = settings.packages.map(({ folder }) => readManifest(join(root, folder)))
  const planned = planVersion(root, manifests)
  if (!isPreview) return planned
  const count = Number(git(root, 'rev-list', '--count', 'HEAD'))
  const commit = git(root, 'rev-parse', 'HEAD')
  return { ...planned, version: previewVersion(planned.version, options.tag, commit, count) }
}

function checkTag(version: string): void {
  const { status } = attempt('git', ['rev-parse', '--quiet', '--verify', `refs/tags/v${version}`], {
    cwd: root,
  })
  if (status !== 0) return
  const hint = fragmentFiles(root).length === 0 ? ' There is no change in .changeset/.' : ''
  throw new Refusal(`the tag v${version} exists.${hint}`)
}

/** Names that are not ours yet have versions of others on the public registry. */
function checkRegistry(names: readonly string[], version: string): void {
  if (!settings.isDecided && !isLoopback(registry)) return
  if (options.continue) return
  for (const name of names) {
    if (publishedIntegrity(`${name}@${version}`, registry, { cwd: root }) === undefined) continue
    throw new Refusal(
      `${name} ${version} is on ${registry}. "--continue" goes on with its other packages, if the ` +
        'tarballs are the same.',
    )
  }
}

/** A clone has the files of the commit, and nothing that is ignored or left over. */
function clone({ stage, out }: Workplace): void {
  git(root, 'clone', '--quiet', '--no-hardlinks', root, stage)
  for (const name of ['user.name', 'user.email'])
    git(stage, 'config', name, git(root, 'config', name))
  mkdirSync(out, { recursive: true })
  const results = readdirSync(out).filter((name) => RESULT.test(name))
  for (const name of results) rmSync(join(out, name))
}

function writeChangelog(
  { stage }: Workplace,
  version: string,
  fragments: Parameters<typeof addRelease>[1]['fragments'],
): void {
  const file = join(stage, 'CHANGELOG.md')
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(file, addRelease(readFileSync(file, 'utf8'), { version, date, fragments }))
  for (const fragment of fragmentFiles(stage)) rmSync(fragment)
  git(stage, 'add', '--all')
  git(stage, 'commit', '--quiet', '--message', `release: ${version}`)
}

function build({ stage }: Workplace): void {
  const { install, gate, build: commands } = settings.steps
  const tests = options.gate === undefined ? gate : [options.gate]
  // A build must depend on the commit alone.
  const env = { SOURCE_DATE_EPOCH: String(commitTime()), TZ: 'UTC', LC_ALL: 'C' }
  for (const line of [...install, ...tests]) runStep(line, { cwd: stage })
  for (const line of commands) runStep(line, { cwd: stage, env })
}

/** The time of the commit that is released, in seconds. */
function commitTime(): number {
  return Number(git(root, 'log', '-1', '--format=%ct'))
}

function pack(place: Workplace): string[] {
  const date = new Date(commitTime() * 1000).toISOString()
  const problems: string[] = []
  const tarballs = settings.packages.map((one) => {
    const tarball = packPackage(place, one)
    console.log(`> ${basename(tarball)}: contents, types, size, licences`)
    const found = [
      ...checkTarball(place, one, tarball),
      ...writeSbom(place, one, { tarball, date }),
    ]
    problems.push(...found.map((problem) => `${basename(tarball)}: ${problem}`))
    return tarball
  })
  for (const { folder } of [{ folder: '.' }, ...settings.packages]) {
    if (folder === '.' || hasOwnPackages(place, folder)) {
      console.log(
        `> npm audit signatures (${folder})\n${auditSignatures(join(place.stage, folder))}`,
      )
    }
  }
  if (problems.length > 0) throw new Refusal(`the packages have problems:\n${list(problems)}`)
  return tarballs
}

function hasOwnPackages({ stage }: Workplace, folder: string): boolean {
  return (
    attempt('git', ['ls-files', '--error-unmatch', `${folder}/package-lock.json`], {
      cwd: stage,
    }).status === 0
  )
}

function writeSums(out: string, tarballs: readonly string[]): void {
  const lines = tarballs.map((tarball) => {
    const digest = createHash('sha256').update(readFileSync(tarball)).digest('hex')
    return `${digest}  ${basename(tarball)}\n`
  })
  writeFileSync(join(out, 'SHA256SUMS'), lines.join(''))
}

function writeNotes({ stage, out }: Workplace, version: string): void {
  const section = sectionOf(readFileSync(join(stage, 'CHANGELOG.md'), 'utf8'), version)
  if (section !== '') writeFileSync(join(out, 'notes.md'), `${section}\n`)
}

/** The commit and the tag of the release, for a clone of the repository. */
function bundle({ stage, out }: Workplace, version: string): void {
  const [from, to] = [`^${git(root, 'rev-parse', 'HEAD')}`, `refs/tags/v${version}`]
  git(stage, 'bundle', 'create', '--quiet', join(out, 'commit.bundle'), from, 'HEAD', to)
}

function report(
  { out }: Workplace,
  { version, missing }: { version: string; missing: readonly string[] },
): void {
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8')
  console.log(`\n== ${version} is ready in ${relative(process.cwd(), out) || '.'}\n${sums}`)
  console.log('Nothing was published, and this repository did not change.')
  if (options.prepare)
    console.log('Another job can publish the tarballs, in the order of SHA256SUMS.')
  else if (missing.length > 0) console.log(`"npm run release" still needs:\n${list(missing)}`)
  else console.log('"npm run release" publishes it.')
}

function publishAll(place: Workplace, version: string, tarballs: readonly string[]): void {
  const publication = { registry, tag: options.tag, provenance: !isLoopback(registry) }
  settings.packages.forEach(({ folder }, index) => {
    const { name } = readManifest(join(place.stage, folder))
    const tarball = tarballs[index] ?? ''
    const integrity = publishedIntegrity(`${name}@${version}`, registry, { cwd: root })
    if (integrity !== undefined && integrity !== integrityOf(tarball)) {
      throw new Refusal(`${registry} has another ${name} ${version} than this one.`)
    }
    if (integrity === undefined) publish(tarball, publication, { cwd: place.stage })
    console.log(`${integrity === undefined ? 'Published' : 'Found'} ${name} ${version}`)
  })
}

function bringHere({ stage }: Workplace, version: string): void {
  git(root, 'fetch', '--quiet', stage, `refs/tags/v${version}:refs/tags/v${version}`)
  git(root, 'merge', '--quiet', '--ff-only', `v${version}`)
  console.log(`The commit and the tag v${version} are in this repository: git push --follow-tags`)
}

function list(lines: readonly string[]): string {
  return lines.map((line) => `- ${line}`).join('\n')
}
