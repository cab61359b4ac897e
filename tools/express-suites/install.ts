import { createHash } from 'node:crypto'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { run } from '../runtimes/run.ts'
import type { Suite } from './suites.ts'

const cache = fileURLToPath(
  new URL('../../node_modules/.cache/webapp-express-suites', import.meta.url),
)

/** Releases after this day are not installed, so that the count does not change with them. */
const DAY = '2026-11-01'

/** What no test needs: linters and tools that measure coverage. */
const UNUSED = /^(?:eslint|nyc$|istanbul$|standard$)/

interface Manifest {
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
}

/** Installs the packages of a suite once; returns the folder that has its `node_modules`. */
export async function installPackages(suite: Suite, checkout: string): Promise<string> {
  const manifest = JSON.stringify({ private: true, dependencies: packagesOf(suite, checkout) })
  const digest = createHash('sha256').update(manifest).update(DAY).digest('hex').slice(0, 12)
  const installed = join(cache, `${suite.id}-${digest}`)
  if (existsSync(installed)) return installed
  console.log(`${suite.title}: npm install …`)
  mkdirSync(cache, { recursive: true })
  const folder = mkdtempSync(join(cache, 'install-'))
  writeFileSync(join(folder, 'package.json'), manifest)
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  const options = ['--ignore-scripts', '--no-package-lock', '--before', DAY]
  await run('npm', ['install', ...quiet, ...options], folder)
  renameSync(folder, installed)
  return installed
}

function packagesOf({ pins }: Suite, checkout: string): Record<string, string> {
  const text = readFileSync(join(checkout, 'package.json'), 'utf8')
  const { dependencies, devDependencies } = JSON.parse(text) as Manifest
  const wanted = Object.entries({ ...dependencies, ...devDependencies, ...pins })
  return Object.fromEntries(wanted.filter(([name]) => !UNUSED.test(name)))
}
