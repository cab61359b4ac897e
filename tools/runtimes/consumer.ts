import { cpSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBlocks } from '../samples/blocks.ts'
import { run } from './run.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** The releases of Express whose interface the dialects have. */
const originals = [
  'express5@npm:express@5.3.0',
  'express4@npm:express@4.22.3',
  'express3@npm:express@3.21.2',
]

/** Installs the packed package in an empty folder, beside the program that tries it out. */
export async function fillConsumer(folder: string, withOriginals: boolean): Promise<void> {
  cpSync(join(root, 'tools/runtimes/smoke'), folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{ "private": true }')
  writeFileSync(join(folder, 'readme.mjs'), readFirstProgram())
  const packing = ['pack', '--silent', '--pack-destination', folder]
  const tarball = (await run('npm', packing, join(root, 'packages/webapp'))).trim()
  const wanted = [`./${tarball}`, ...(withOriginals ? originals : [])]
  const options = ['--loglevel=error', '--no-audit', '--prefer-offline']
  await run('npm', ['install', ...options, ...wanted], folder)
}

/** The program of README.md, which is the first that a newcomer starts. */
function readFirstProgram(): string {
  const blocks = readBlocks('README.md', readFileSync(join(root, 'README.md'), 'utf8'))
  const program = blocks.find(({ attributes }) => attributes.file?.endsWith('.mjs'))
  if (program === undefined) throw new Error('README.md has no program in a file *.mjs')
  return program.text
}
