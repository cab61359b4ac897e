/**
 * Migrates published packages from Express 4 to webapp and compares their responses:
 * `npx tsx packages/cli/test/proof/run.ts [name …]`. The packages are installed from the lockfile of
 * this folder, without their scripts. Each is started twice, as published and migrated, and gets the
 * same requests. The exit status is 1 if a response differs and docs/dialects.md does not say why.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../../../../tools/install-locked.ts'
import { type Case, cases, type Edit } from './cases.ts'
import { compare, type Difference } from './responses.ts'
import { responsesOf } from './start-program.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const repository = join(here, '../../../..')
const installed = join(here, 'node_modules')

interface Result {
  readonly found: number
  readonly rewritten: number
  readonly reported: number
  readonly byHand: number
  readonly differences: readonly Difference[]
}

installLocked(here)
const chosen = cases.filter(({ name }) => {
  const wanted = process.argv.slice(2)
  return wanted.length === 0 || wanted.includes(name)
})
const rows: string[] = []
let wrong = 0
for (const each of chosen) {
  const { found, rewritten, reported, byHand, differences } = await prove(each)
  const unexplained = differences.filter(({ reason }) => reason === undefined)
  wrong += unexplained.length
  for (const { line, text } of unexplained) console.log(`${each.name}: ${line}\n${text}\n`)
  const reasons = [...new Set(differences.flatMap(({ reason }) => reason ?? []))].join(', ')
  const meant = differences.length - unexplained.length
  const cells = [
    `${each.name}@${versionOf(each.name)}`,
    found,
    rewritten,
    reported,
    byHand,
    each.requests.length,
    meant === 0 ? 0 : `${meant} (${reasons})`,
    unexplained.length,
  ]
  rows.push(`| ${cells.join(' | ')} |`)
}
console.log(
  '| package | found | rewritten | reported | by hand | requests | differ as meant | wrong |',
)
console.log('|---|---|---|---|---|---|---|---|')
console.log(rows.join('\n'))
process.exitCode = wrong === 0 ? 0 : 1

async function prove(each: Case): Promise<Result> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-proof-')))
  try {
    const original = join(folder, 'original')
    const migrated = join(folder, 'migrated')
    for (const path of [original, migrated]) {
      mkdirSync(path)
      cpSync(join(here, 'programs', `${each.name}.cjs`), join(path, 'program.cjs'))
    }
    symlinkSync(installed, join(original, 'node_modules'), 'junction')
    const counts = migrate(each, migrated)
    const before = await responsesOf(each, original, { framework: 'express' })
    const after = await responsesOf(each, migrated, { framework: 'webapp' })
    return { ...counts, differences: compare(each, before, after) }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/**
 * Copies a package beside links to all others, without Express, and runs `webapp migrate` on the
 * copy. A file that still asks for Express would fail.
 */
function migrate({ name, byHand = [] }: Case, folder: string): Omit<Result, 'differences'> {
  const modules = join(folder, 'node_modules')
  mkdirSync(modules)
  for (const entry of readdirSync(installed)) {
    if (['.bin', '.package-lock.json', 'express', name].includes(entry)) continue
    symlinkSync(join(installed, entry), join(modules, entry), 'junction')
  }
  symlinkSync(join(repository, 'packages/webapp'), join(modules, 'webapp'), 'junction')
  const copy = join(modules, name)
  cpSync(join(installed, name), copy, {
    recursive: true,
    // The ETag of a file contains its time.
    preserveTimestamps: true,
    filter: (path) => path !== join(installed, name, 'node_modules/express'),
  })
  const main = join(repository, 'packages/cli/dist/main.js')
  const run = (...args: string[]) =>
    spawnSync(process.execPath, [main, 'migrate', copy, '--force', '--json', ...args], {
      encoding: 'utf8',
      maxBuffer: 1 << 28,
    })
  const { stdout, stderr, status } = run('--from', '4')
  if (status !== 0) throw new Error(`webapp migrate of ${name} failed:\n${stdout}\n${stderr}`)
  const { rewritten, reported } = readSummary(stdout)
  for (const edit of byHand) applyByHand(copy, edit, reported)
  const again = readSummary(run().stdout).rewritten
  if (again.length !== 0) throw new Error(`a second run changes ${again.length} spots of ${name}`)
  const found = rewritten.length + reported.length
  return { found, rewritten: rewritten.length, reported: reported.length, byHand: byHand.length }
}

function applyByHand(folder: string, { file, from, to }: Edit, reported: readonly Spot[]): void {
  const path = join(folder, file)
  const text = readFileSync(path, 'utf8')
  const parts = text.split(from)
  if (parts.length !== 2) throw new Error(`${path} contains ${from} ${parts.length - 1} times`)
  // Rewritten spots before it may have added lines.
  const line = (parts[0] ?? '').split('\n').length
  const isReported = reported.some((spot) => spot.file === file && Math.abs(spot.line - line) < 10)
  if (!isReported) throw new Error(`line ${line} of ${path} is not in the report`)
  writeFileSync(path, parts.join(to))
}

interface Spot {
  readonly file: string
  readonly line: number
}

function readSummary(text: string): { rewritten: Spot[]; reported: Spot[] } {
  return JSON.parse(text) as { rewritten: Spot[]; reported: Spot[] }
}

function versionOf(name: string): string {
  const path = join(installed, name, 'package.json')
  if (!existsSync(path)) throw new Error(`${name} is not installed in ${dirname(path)}`)
  const { stdout } = spawnSync(
    process.execPath,
    ['-p', `require(${JSON.stringify(path)}).version`],
    { encoding: 'utf8' },
  )
  return stdout.trim()
}
