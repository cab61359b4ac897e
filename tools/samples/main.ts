import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../install-locked.ts'
import { type Block, readBlocks } from './blocks.ts'
import type { Failure } from './failure.ts'
import { Page } from './page.ts'
import { stopAll } from './processes.ts'
import { checkSyntax, checkTypes } from './types.ts'

/**
 * npm run test:samples: the programs in docs/ and README.md run, and print what the pages show.
 * `npm run test:samples -- cookies` takes the pages whose path contains a word. README.md in this
 * folder describes how a page marks its programs.
 */
const here = fileURLToPath(new URL('.', import.meta.url))
const root = fileURLToPath(new URL('../../', import.meta.url))
const words = process.argv.slice(2)
const AT_ONCE = Math.min(4, availableParallelism() + 1)

process.once('SIGINT', interrupt)
process.once('SIGTERM', interrupt)

requireCurl()
installLocked(here)
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'webapp-samples-')))
try {
  linkPackages(join(folder, 'node_modules'))
  await runAll()
} finally {
  stopAll()
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}

async function runAll(): Promise<void> {
  const pages = listPages().map((page) => readBlocks(page, readFileSync(join(root, page), 'utf8')))
  const blocks = pages.flat()
  const started = Date.now()
  const syntax = checkSyntax(blocks)
  const types = checkTypes(blocks, join(folder, 'types'))
  const runs = await runPages(pages)
  const failures = [...syntax.failures, ...types.failures, ...runs.flatMap((run) => run.failures)]
  for (const failure of failures) print(failure)
  const skipped = blocks.filter(({ attributes }) => attributes.norun !== undefined)
  for (const { page, line, attributes } of skipped) {
    console.log(`skipped ${page}:${line} ${attributes.norun || '(no reason given)'}`)
  }
  const ran = runs.reduce((sum, run) => sum + run.passed, 0)
  const seconds = ((Date.now() - started) / 1000).toFixed(0)
  console.log(
    `${pages.length} pages: ${ran} commands and programs ran, ${types.passed} blocks of TypeScript checked, ` +
      `${syntax.passed} of JavaScript parsed, ${skipped.length} skipped, in ${seconds} s`,
  )
  if (failures.length > 0) process.exitCode = 1
  console.log(`${ran + types.passed + syntax.passed} passed, ${failures.length} failed`)
}

/** Runs pages a few at a time: most of their time they wait for processes to start. */
async function runPages(pages: readonly Block[][]) {
  const results: Awaited<ReturnType<typeof Page.run>>[] = []
  const left = pages.entries()
  const work = async () => {
    for (const [index, blocks] of left) {
      const name = (blocks[0]?.page ?? '').replaceAll('/', '-')
      if (blocks.length === 0) continue
      results[index] = await Page.run(blocks, join(folder, 'run', name))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  return results.filter((result) => result !== undefined)
}

function listPages(): string[] {
  const found = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
  const pages = [
    'README.md',
    ...found
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${file.replaceAll('\\', '/')}`),
  ]
  // The programs of the ledger have a test of their own, conformance/ledger.test.ts.
  const own = pages.filter((page) => page !== 'docs/dialects.md').sort()
  const chosen = own.filter(
    (page) => words.length === 0 || words.some((word) => page.includes(word)),
  )
  if (chosen.length === 0) throw new Error(`No page's path contains '${words.join("' or '")}'`)
  return chosen
}

/** The packages that programs find: those of package.json in this folder, webapp and its tools. */
function linkPackages(target: string): void {
  linkAll(join(here, 'node_modules'), target)
  link(join(root, 'packages/webapp'), join(target, 'webapp'))
  buildCommandLine(join(target, '@webapp/cli'))
  for (const name of ['@types/node', 'tsx'])
    link(join(root, 'node_modules', name), join(target, name))
  const bin = join(target, '.bin')
  linkAll(join(here, 'node_modules/.bin'), bin)
  symlinkSync(join(target, '@webapp/cli/dist/main.js'), join(bin, 'webapp'))
  for (const tool of ['tsc', 'tsx']) link(join(root, 'node_modules/.bin', tool), join(bin, tool))
  process.env.PATH = `${bin}${delimiter}${process.env.PATH}`
}

/** Builds the command line into a folder of its own: a test run beside this one builds it, too. */
function buildCommandLine(target: string): void {
  const source = join(root, 'packages/cli')
  installLocked(`${source}/`)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const args = [tsc, '-p', source, '--outDir', join(target, 'dist')]
  const { status } = spawnSync(process.execPath, args, { stdio: 'inherit' })
  if (status !== 0) throw new Error('packages/cli does not compile, see above')
  for (const name of ['package.json', 'assets', 'node_modules']) {
    link(join(source, name), join(target, name))
  }
  chmodSync(join(target, 'dist/main.js'), 0o755)
}

/** Links what a folder of packages contains; scopes are folders of packages themselves. */
function linkAll(source: string, target: string): void {
  for (const name of readdirSync(source)) {
    if (name.startsWith('@')) linkAll(join(source, name), join(target, name))
    else if (!name.startsWith('.')) link(join(source, name), join(target, name))
  }
}

function link(source: string, target: string): void {
  if (!existsSync(source) || existsSync(target)) return
  mkdirSync(dirname(target), { recursive: true })
  symlinkSync(source, target)
}

function print({ page, line, message }: Failure): void {
  const place = page.startsWith('/') ? relative(root, page) : page
  console.error(`${place}:${line}\n  ${message.trimEnd().replaceAll('\n', '\n  ')}\n`)
}

/** Pages use `curl --json`, which curl has since 7.82. */
function requireCurl(): void {
  const { stdout } = spawnSync('curl', ['--version'], { encoding: 'utf8' })
  const [, major = '0', minor = '0'] = /^curl (\d+)\.(\d+)/.exec(stdout ?? '') ?? []
  if (Number(major) * 1000 + Number(minor) >= 7082) return
  const found = stdout ? stdout.split('\n')[0] : 'none'
  throw new Error(`The sample runner needs curl 7.82 or newer in PATH, found ${found}; install it`)
}

function interrupt(): void {
  stopAll()
  process.exit(1)
}
