import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Installs the built package from its tarball in folders of their own, and uses it there. */
const root = fileURLToPath(new URL('..', import.meta.url))
const consumer = mkdtempSync(join(tmpdir(), 'webapp-consumer-'))

/** The oldest compiler that we support, and the last of each major. */
const compilers = {
  '5.0': join(consumer, 'node_modules/typescript-5.0/bin/tsc'),
  '5.9': join(consumer, 'node_modules/typescript-5.9/bin/tsc'),
  '6.0': join(consumer, 'node_modules/typescript-6.0/bin/tsc'),
  '7.0': join(root, 'node_modules/typescript/bin/tsc'),
}
const modes = ['node16', 'nodenext', 'bundler']

try {
  cpSync(join(root, 'tools/consumer'), consumer, { recursive: true })
  run('npm', ['pack', '--silent', '--pack-destination', consumer], join(root, 'packages/webapp'))
  installIn(consumer)
  run(process.execPath, ['require.cjs'])
  run(process.execPath, ['import.mjs'])
  run(process.execPath, ['--require', 'webapp/register', 'registered.cjs'])
  run(process.execPath, ['--import', 'webapp/register', 'registered.mjs'])
  for (const compiler of Object.values(compilers)) compile(compiler, modes, 'modes')
  for (const types of ['express5', 'express4']) checkBeside(types)
  console.log('The package can be installed, required, imported and type-checked.')
} catch (error) {
  // The failed command has said why; a stack of this script would only hide it.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(consumer, { recursive: true, force: true })
}

/** Compiles code of the community beside one major of the types that it was written with. */
function checkBeside(types: string): void {
  const folder = join('community', types)
  const dialect = types === 'express5' ? 'webapp' : 'webapp/v4'
  installIn(join(consumer, folder))
  const programs = [
    writeProgram(folder, 'as-it-was', [copy('codebase.ts', 'express', 'express')]),
    writeProgram(folder, 'import-changed', [copy('codebase.ts', 'express', dialect)]),
    writeProgram(folder, 'packages', [
      copy('ecosystem.ts', 'webapp', 'webapp'),
      copy('ecosystem.ts', 'webapp', 'webapp/v4'),
      copy('ecosystem-v3.ts', 'webapp/v3', 'webapp/v3'),
    ]),
  ]
  for (const version of ['5.9', '7.0'] as const) compile(compilers[version], programs, folder)
}

/** The text of a source, with one import changed. */
function copy(source: string, imported: string, wanted: string): string {
  const text = readFileSync(join(consumer, 'community', source), 'utf8')
  return text.replace(`from '${imported}'`, `from '${wanted}'`)
}

function writeProgram(folder: string, name: string, sources: readonly string[]): string {
  const files = sources.map((_, index) => `${name}-${index}.ts`)
  const project = { extends: '../tsconfig.json', files }
  const at = (file: string) => join(consumer, folder, file)
  sources.forEach((text, index) => {
    writeFileSync(at(`${name}-${index}.ts`), text)
  })
  writeFileSync(at(`tsconfig.${name}.json`), JSON.stringify(project))
  return name
}

function installIn(folder: string): void {
  const tarballs = readdirSync(consumer).filter((name) => name.endsWith('.tgz'))
  const files = tarballs.map((name) => join(consumer, name))
  run('npm', ['install', '--silent', '--no-audit', '--prefer-offline', ...files], folder)
}

function compile(compiler: string, names: readonly string[], folder: string): void {
  for (const name of names) {
    run(process.execPath, [compiler, '-p', join(folder, `tsconfig.${name}.json`)])
  }
}

function run(command: string, args: readonly string[], cwd = consumer): void {
  const shown = [command, ...args].join(' ').replaceAll(root, '').replaceAll(`${consumer}/`, '')
  console.log(`> ${shown}`)
  execFileSync(command, args, { cwd, stdio: 'inherit' })
}
