import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Installs the built package from its tarball in a folder of its own, and uses it there. */
const root = fileURLToPath(new URL('..', import.meta.url))
const consumer = mkdtempSync(join(tmpdir(), 'webapp-consumer-'))

try {
  cpSync(join(root, 'tools/consumer'), consumer, { recursive: true })
  run('npm', ['pack', '--silent', '--pack-destination', consumer], join(root, 'packages/webapp'))
  const tarballs = readdirSync(consumer).filter((name) => name.endsWith('.tgz'))
  run('npm', ['install', '--silent', '--no-audit', '--prefer-offline', ...tarballs])
  run(process.execPath, ['require.cjs'])
  run(process.execPath, ['import.mjs'])
  run(join(root, 'node_modules/.bin/tsc'), ['--typeRoots', join(root, 'node_modules/@types')])
  console.log('The package can be installed, required, imported and type-checked.')
} catch (error) {
  // The failed command has said why; a stack of this script would only hide it.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(consumer, { recursive: true, force: true })
}

function run(command: string, args: readonly string[], cwd = consumer): void {
  console.log(`> ${[command, ...args].join(' ').replaceAll(root, '')}`)
  execFileSync(command, args, { cwd, stdio: 'inherit' })
}
