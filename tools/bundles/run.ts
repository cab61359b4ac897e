import { execFileSync, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../install-locked.ts'

/**
 * npm run test:bundles: bundles a program of each dialect with each bundler, and runs the bundle in
 * a folder without packages. It must print what the program prints that is not bundled.
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const entries = join(here, 'dist')

const dialects = { v5: 'webapp', v4: 'webapp/v4', v3: 'webapp/v3' }
const all = [
  'esbuild-cjs',
  'esbuild-cjs-minified',
  'esbuild-esm',
  'esbuild-esm-minified',
  'rollup-esm',
  'webpack-cjs',
  'ncc-esm',
]

// npm run test:bundles -- rollup ncc: those alone whose names contain one of these words.
const words = process.argv.slice(2)
const bundlers = all.filter(
  (name) => words.length === 0 || words.some((word) => name.includes(word)),
)

interface Program {
  readonly dialect: string
  readonly entry: string
  /** The lines that the program prints. */
  readonly expected: string
}

installLocked(here)
const folder = mkdtempSync(join(tmpdir(), 'webapp-bundles-'))
try {
  const programs = Object.entries(dialects).map(([dialect, name]) => prepare(dialect, name))
  const results = bundlers.flatMap((bundler) => check(bundler, programs))
  const passed = results.filter(Boolean).length
  if (passed < results.length) process.exitCode = 1
  console.log(`${passed} passed, ${results.length - passed} failed`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}

/** Writes the program of a dialect, and runs it as it is. */
function prepare(dialect: string, name: string): Program {
  const source = readFileSync(join(here, 'program.js'), 'utf8')
  const entry = join(entries, `${dialect}.js`)
  mkdirSync(entries, { recursive: true })
  writeFileSync(entry, source.replace("from 'webapp'", `from '${name}'`))
  writeFiles(entries)
  return { dialect, entry, expected: run(entry) }
}

/** Whether the bundle of each program prints the same lines. */
function check(bundler: string, programs: readonly Program[]): boolean[] {
  const extension = bundler.includes('esm') ? 'mjs' : 'cjs'
  const bundles = programs.map((program) => {
    const home = join(folder, bundler, program.dialect)
    writeFiles(home)
    return { ...program, file: join(home, `program.${extension}`) }
  })
  const args = bundles.flatMap(({ entry, file }) => [entry, file])
  const { status } = spawnSync(process.execPath, [join(here, 'bundle.js'), bundler, ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  return bundles.map(({ dialect, expected, file }) => {
    const difference = status === 0 ? compare(expected, file) : 'it cannot be bundled'
    if (difference !== undefined) console.log(`failed: ${bundler} ${dialect}: ${difference}`)
    return difference === undefined
  })
}

/** The files that the program serves and renders. */
function writeFiles(home: string): void {
  for (const [name, text] of Object.entries({ 'public/a.txt': 'text', 'views/page.tpl': '' })) {
    const file = join(home, name)
    mkdirSync(join(file, '..'), { recursive: true })
    writeFileSync(file, text)
  }
}

function compare(expected: string, file: string): string | undefined {
  try {
    const actual = run(file).split('\n')
    const lines = expected.split('\n')
    const at = lines.findIndex((line, at) => line !== actual[at])
    return at === -1 ? undefined : `it prints ${actual[at]} instead of ${lines[at]}`
  } catch (error) {
    return String((error as { stderr?: unknown }).stderr ?? error)
  }
}

function run(file: string): string {
  return execFileSync(process.execPath, [file], {
    cwd: join(file, '..'),
    // Webpack replaces the variable by this value.
    env: { ...process.env, NODE_ENV: 'production' },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    timeout: 60_000,
  })
}
