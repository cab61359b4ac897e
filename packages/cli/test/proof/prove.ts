/**
 * Holds the verdicts of `webapp prove` against published packages that run:
 * `npx tsx packages/cli/test/proof/prove.ts [name …]`. Each package is started on Express 4, on webapp
 * in the dialects 4.x and 5.x, and gets the same requests. The exit status is 1 if a response differs
 * and no row of the verdict says why, or if the running package takes a member that prove has not found.
 */
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../../../../tools/install-locked.ts'
import type { Verdict } from '../../src/prove/report/verdict.ts'
import { type Case, cases } from './cases.ts'
import { type Claim, unclaimed } from './claims.ts'
import { missingMembers } from './missing-members.ts'
import { compare, type Response } from './responses.ts'
import { responsesOf } from './start-program.ts'

const here = fileURLToPath(new URL('.', import.meta.url))
const repository = join(here, '../../../..')
const installed = join(here, 'node_modules')
const register = join(repository, 'packages/webapp/dist/register.js')

installLocked(here)
const wanted = process.argv.slice(2)
const rows: string[] = []
let wrong = 0
for (const each of cases) {
  if (wanted.length > 0 && !wanted.includes(each.name)) continue
  const { cells, problems } = await confirm(each)
  rows.push(`| ${each.name} | ${cells.join(' | ')} |`)
  wrong += problems.length
  for (const problem of problems) console.log(`${each.name}: ${problem}\n`)
}
console.log(
  '| package | members | packages | seen at run time | in 4.x: verdict | responses | to 5.x: verdict | responses |',
)
console.log('|---|---|---|---|---|---|---|---|')
console.log(rows.join('\n'))
process.exitCode = wrong === 0 ? 0 : 1

async function confirm(each: Case): Promise<{ cells: (string | number)[]; problems: string[] }> {
  const same = verdictFor(each)
  const moved = verdictFor(each, '--to', '5')
  const record = join(mkdtempSync(join(tmpdir(), 'webapp-record-')), 'members.txt')
  writeFileSync(record, '')
  const recorder = ['--require', join(here, 'record-members.cjs')]
  const before = await run(each, recorder, { PROVE_RECORD: record })
  const lines = readFileSync(record, 'utf8').trim().split('\n')
  const { seen, missing } = missingMembers(lines, same, { installed, name: each.name })
  const inSame = await claimsOf(each, before, ['--require', register], { WEBAPP_DIALECT: '4' })
  const inNext = await claimsOf(each, before, ['--require', register], { WEBAPP_DIALECT: '5' })
  rmSync(join(record, '..'), { recursive: true, force: true })
  return {
    cells: [
      same.reached.length,
      same.packages.length,
      seen,
      verdictCell(same),
      claimCell(inSame),
      verdictCell(moved),
      claimCell(inNext),
    ],
    problems: [
      ...missing.map((member) => `prove has not found ${member}, which the program takes`),
      ...unclaimed(each.name, inSame, same),
      ...unclaimed(each.name, inNext, moved),
    ],
  }
}

/** The verdict, and again from the cache, which must be the same. */
function verdictFor({ name }: Case, ...args: readonly string[]): Verdict {
  const main = join(repository, 'packages/cli/dist/main.js')
  const prove = () => {
    const { stdout, stderr, status } = spawnSync(
      process.execPath,
      [main, 'prove', join(installed, name), '--from', '4', '--json', ...args],
      { encoding: 'utf8', maxBuffer: 1 << 28 },
    )
    if (status !== 0 && status !== 1) throw new Error(`webapp prove of ${name}:\n${stderr}`)
    const verdict = JSON.parse(stdout) as Verdict
    if (verdict.rows.length > 0 !== (status === 1)) throw new Error(`${name} ended with ${status}`)
    return verdict
  }
  const [first, second] = [prove(), prove()]
  const facts = ({ rows: all, reached, unknown }: Verdict) =>
    JSON.stringify([all, reached, unknown])
  if (facts(first) !== facts(second)) throw new Error(`the cache changes the verdict of ${name}`)
  return first
}

/** Runs the program of a case in a new folder, with the published packages beside it. */
async function run(
  each: Case,
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Response[]> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-proof-')))
  try {
    const original = join(folder, 'original')
    mkdirSync(original)
    cpSync(join(here, 'programs', `${each.name}.cjs`), join(original, 'program.cjs'))
    symlinkSync(installed, join(original, 'node_modules'), 'junction')
    return await responsesOf(each, original, { framework: 'express', flags, env })
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  }
}

/** What differs from the responses of Express; a program that does not start is one difference. */
async function claimsOf(
  each: Case,
  before: readonly Response[],
  flags: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<Claim[]> {
  try {
    return compare(each, before, await run(each, flags, env))
  } catch (error) {
    return [{ line: 'start', text: (error as Error).message, reason: undefined }]
  }
}

function verdictCell({ rows: all }: Verdict): string {
  return all.length === 0 ? 'none' : all.map(({ row }) => row).join(', ')
}

function claimCell(claims: readonly Claim[]): string {
  if (claims.length === 0) return 'equal'
  const [first] = claims
  return first?.line === 'start' ? 'does not start' : `${claims.length} differ`
}
