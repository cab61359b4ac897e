import { cpSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from './run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The releases of Express whose interface the dialects have. */
const originals = [
  'express5@npm:express@5.3.0',
  'express4@npm:express@4.22.3',
  'express3@npm:express@3.21.2',
]

/** Installs the packed package in a folder of its own, beside the program that tries it out. */
export async function createConsumer(withOriginals: boolean): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'webapp-runtimes-'))
  cpSync(join(root, 'tools/runtimes/smoke'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  const packing = ['pack', '--silent', '--pack-destination', folder]
  const tarball = (await run('npm', packing, join(root, 'packages/webapp'))).trim()
  const wanted = [`./${tarball}`, ...(withOriginals ? originals : [])]
  await run('npm', ['install', '--silent', '--no-audit', '--prefer-offline', ...wanted], folder)
  return folder
}
