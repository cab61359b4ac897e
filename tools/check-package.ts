import { execFile, execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { createEmptyProject, type Weight, weigh } from './weigh.ts'

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

/**
 * Each compiler sees all types once, the oldest and the newest one in the ways that differ. In the
 * mode nodenext they also check our declarations themselves.
 */
const modes: Readonly<Record<keyof typeof compilers, readonly string[]>> = {
  '5.0': ['nodenext', 'bundler'],
  '5.9': ['node16', 'node10'],
  '6.0': ['nodenext'],
  '7.0': ['node16', 'nodenext', 'bundler'],
}
const versions = Object.keys(modes) as (keyof typeof compilers)[]
/** express4 has an older `@types/qs`, whose type of a parsed query has other lists. */
const communities = ['community/express5', 'community/express4']

/** At most this much comes with an installation (docs/decisions/0016). */
const heaviest: Weight = { packages: 60, files: 700, bytes: 4_100_000 }

try {
  cpSync(join(root, 'tools/consumer'), consumer, { recursive: true })
  run('npm', ['pack', '--silent', '--pack-destination', consumer], join(root, 'packages/webapp'))
  await checkWeight()
  // npm mostly waits for what it asks.
  await Promise.all(['.', ...communities].map(installIn))
  run(process.execPath, ['require.cjs'])
  run(process.execPath, ['import.mjs'])
  run(process.execPath, ['--require', 'webapp/register', 'registered.cjs'])
  run(process.execPath, ['--import', 'webapp/register', 'registered.mjs'])
  await compileAll([
    ...versions.flatMap((version) => list(compilers[version], modes[version], 'modes')),
    ...communities.flatMap(prepareBeside),
  ])
  console.log('The package can be installed, required, imported and type-checked.')
} catch (error) {
  // The failed command has said why; a stack of this script would only hide it.
  console.error(error instanceof Error ? error.message : error)
  process.exitCode = 1
} finally {
  rmSync(consumer, { recursive: true, force: true })
}

/** What a user gets who installs the package, and nothing else. */
async function checkWeight(): Promise<void> {
  const project = createEmptyProject(join(consumer, 'weight'))
  await installIn('weight')
  const weight = weigh(project)
  for (const kind of ['packages', 'files', 'bytes'] as const) {
    console.log(`${weight[kind]} ${kind} are installed, of ${heaviest[kind]} at most.`)
    if (weight[kind] > heaviest[kind]) throw new Error(`The installation has too many ${kind}.`)
  }
}

interface Compilation {
  readonly compiler: string
  readonly project: string
}

/** Code of the community beside one major of the types that it was written with. */
function prepareBeside(folder: string): Compilation[] {
  const dialect = folder.endsWith('express5') ? 'webapp' : 'webapp/v4'
  const asItWas = writeProgram(folder, 'as-it-was', [copy('codebase.ts', 'express', 'express')])
  const withOurs = [
    writeProgram(folder, 'import-changed', [copy('codebase.ts', 'express', dialect)]),
    writeProgram(folder, 'packages', [
      copy('ecosystem.ts', 'webapp', 'webapp'),
      copy('ecosystem.ts', 'webapp', 'webapp/v4'),
      copy('ecosystem-v3.ts', 'webapp/v3', 'webapp/v3'),
    ]),
    writeProgram(folder, 'augmented', [copy('augmented.ts', 'webapp', 'webapp')]),
  ]
  // What says nothing of our types is compiled once.
  return [
    ...list(compilers['5.9'], withOurs, folder),
    ...list(compilers['7.0'], [asItWas, ...withOurs], folder),
  ]
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

async function installIn(folder: string): Promise<void> {
  const tarballs = readdirSync(consumer).filter((name) => name.endsWith('.tgz'))
  const files = tarballs.map((name) => join(consumer, name))
  const args = ['install', '--silent', '--no-audit', '--prefer-offline', ...files]
  await start('npm', args, join(consumer, folder))
}

function list(compiler: string, names: readonly string[], folder: string): Compilation[] {
  return names.map((name) => ({ compiler, project: join(folder, `tsconfig.${name}.json`) }))
}

/** As many at a time as there are cores: most of the time of this script is spent here. */
async function compileAll(compilations: readonly Compilation[]): Promise<void> {
  const left = [...compilations]
  const compileNext = async () => {
    for (let next = left.shift(); next; next = left.shift()) await compile(next)
  }
  await Promise.all(Array.from({ length: availableParallelism() }, compileNext))
}

function compile({ compiler, project }: Compilation): Promise<void> {
  return start(process.execPath, [compiler, '-p', project])
}

async function start(command: string, args: readonly string[], cwd = consumer): Promise<void> {
  announce(command, args)
  await promisify(execFile)(command, args, { cwd }).catch((error) => {
    throw new Error(`${shorten(args.join(' '))} failed:\n${error.stdout}${error.stderr}`)
  })
}

function run(command: string, args: readonly string[], cwd = consumer): void {
  announce(command, args)
  execFileSync(command, args, { cwd, stdio: 'inherit' })
}

function announce(command: string, args: readonly string[]): void {
  console.log(`> ${shorten([command, ...args].join(' '))}`)
}

function shorten(text: string): string {
  return text.replaceAll(root, '').replaceAll(`${consumer}/`, '')
}
