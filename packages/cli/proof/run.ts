/**
 * Migrates published packages that use Express, and prints how many spots were found:
 * `npx tsx packages/cli/proof/run.ts`. The packages are downloaded to a temporary folder.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Migration, planChanges, planMigration } from '../src/migrate/migrate.ts'
import { packages } from './packages.ts'

const folder = mkdtempSync(join(tmpdir(), 'webapp-proof-'))

try {
  console.log('| package | files | found | rewritten | reported | invalid | second run |')
  console.log('|---|---|---|---|---|---|---|')
  for (const name of packages) console.log(rowFor(name, download(name)))
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** The folder with the files of a package. `PROOF_TARBALLS` names a folder with tarballs to use. */
function download(name: string): string {
  const target = mkdtempSync(join(folder, 'package-'))
  const file = `${name.replace(/^@/, '').replace('/', '-').replace('@', '-')}.tgz`
  const kept = join(process.env.PROOF_TARBALLS ?? folder, file)
  const tarball = existsSync(kept) ? kept : pack(name)
  execFileSync('tar', ['-xzf', tarball, '-C', target])
  return join(target, readdirSync(target)[0] ?? '')
}

function pack(name: string): string {
  const output = execFileSync('npm', ['pack', '--silent', name], { cwd: folder, encoding: 'utf8' })
  return join(folder, output.trim())
}

function rowFor(name: string, path: string): string {
  const migration = planMigration(path, { target: '5' })
  const { files, rewritten, reported } = migration
  const again = apply(path, migration)
  const invalid = again === undefined ? 'does not parse' : 0
  const second = again === undefined ? '' : `${again.rewritten.length} rewritten`
  const found = rewritten.length + reported.length
  const cells = [name, files.length, found, rewritten.length, reported.length, invalid, second]
  return `| ${cells.join(' | ')} |`
}

/** The migration of the migrated program; `undefined` if it does not parse. */
function apply(path: string, { files, changes }: Migration): Migration | undefined {
  const sources = new Map(files.map((file) => [file.path, file.text]))
  for (const { file, text } of changes) sources.set(file.path, text)
  try {
    return planChanges(path, sources, { target: '5' })
  } catch {
    return undefined
  }
}
