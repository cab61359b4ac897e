import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLine } from './command-line.ts'

const CREATOR = fileURLToPath(new URL('../packages/create-webapp', import.meta.url))

/**
 * Packs the built create-webapp together with the tarballs that its projects need, and returns the
 * path of its tarball.
 */
export function packCreator(tarballs: readonly string[], destination: string): string {
  const stage = mkdtempSync(join(tmpdir(), 'create-webapp-pack-'))
  try {
    for (const name of ['README.md', 'dist', 'templates']) {
      cpSync(join(CREATOR, name), join(stage, name), { recursive: true })
    }
    const content = JSON.parse(readFileSync(join(CREATOR, 'package.json'), 'utf8'))
    const files = [...content.files, 'packed']
    writeFileSync(join(stage, 'package.json'), JSON.stringify({ ...content, files }))
    for (const tarball of tarballs) cpSync(tarball, join(stage, 'packed', basename(tarball)))
    const options = ['pack', '--silent', '--pack-destination', destination]
    const { program, args, shell } = commandLine('npm', options)
    const output = execFileSync(program, args, { cwd: stage, encoding: 'utf8', shell })
    return join(destination, output.trim())
  } finally {
    rmSync(stage, { recursive: true })
  }
}
