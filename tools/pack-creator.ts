import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const CREATOR = fileURLToPath(new URL('../packages/create-webapp', import.meta.url))

/**
 * Packs the built create-webapp together with the tarballs that its projects need, and returns the
 * path of its tarball.
 */
export function packCreator(tarballs: readonly string[], destination: string): string {
  const stage = mkdtempSync(join(tmpdir(), 'create-webapp-pack-'))
  try {
    for (const name of ['package.json', 'README.md', 'dist', 'templates']) {
      cpSync(join(CREATOR, name), join(stage, name), { recursive: true })
    }
    for (const tarball of tarballs) cpSync(tarball, join(stage, 'packed', basename(tarball)))
    const args = ['pack', '--silent', '--pack-destination', destination]
    return join(destination, execFileSync('npm', args, { cwd: stage, encoding: 'utf8' }).trim())
  } finally {
    rmSync(stage, { recursive: true })
  }
}
