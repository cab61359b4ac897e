import { spawnSync } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { transformSync } from 'esbuild'
import type { Block } from './blocks.ts'
import type { Failure } from './failure.ts'

const tsc = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))

/** Names that snippets of TypeScript use without declaring them. All on one line: lines are kept. */
const PRELUDE = [
  "import webapp, { Router, type ErrorRequestHandler, type NextFunction, type Request, type RequestHandler, type Response } from 'webapp'",
  'declare const app: webapp.Express',
  'declare const router: webapp.Router',
  'declare const req: webapp.Request',
  'declare const res: webapp.Response',
  'declare const next: webapp.NextFunction; ',
].join('; ')

export interface Checked {
  readonly failures: readonly Failure[]
  readonly passed: number
}

/**
 * Type-checks the TypeScript blocks of all pages at once; a page that adds members to modules or to
 * the global scope is checked alone, so that other pages do not see these.
 */
export function checkTypes(blocks: readonly Block[], folder: string): Checked {
  const programs = blocks.filter(isTypeScript)
  const apart = new Set(
    programs.flatMap(({ page, text }) => (/^\s*declare (module|global)\b/m.test(text) ? page : [])),
  )
  const groups = [programs.filter(({ page }) => !apart.has(page))]
  for (const page of apart) groups.push(programs.filter((block) => block.page === page))
  const results = groups.map((group, index) => checkGroup(group, join(folder, String(index))))
  return {
    failures: results.flatMap((result) => result.failures),
    passed: results.reduce((sum, result) => sum + result.passed, 0),
  }
}

function checkGroup(blocks: readonly Block[], folder: string): Checked {
  const places = new Map<string, Block>()
  for (const block of blocks) {
    const page = block.page.replaceAll('/', '-')
    const file = block.attributes.file
    const name = file ? `${page}/${file}` : `${page}/snippet-${block.line}.ts`
    // A page may show a file again, changed: each version is checked next to the other files.
    const unique = places.has(name) ? `${page}/${block.line}/${file}` : name
    const path = join(folder, unique)
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, completeTypes(block))
    places.set(unique, block)
  }
  if (places.size === 0) return { failures: [], passed: 0 }
  writeFileSync(join(folder, 'package.json'), '{"type":"module"}')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(configuration))
  const { stdout, stderr } = spawnSync(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], {
    cwd: folder,
    encoding: 'utf8',
  })
  const failures = readErrors(`${stdout}\n${stderr}`, places)
  const wrong = new Set(failures.map(({ block }) => block))
  return { failures, passed: places.size - wrong.size }
}

/** Without a line break before the text: the lines of errors are those of the block. */
function completeTypes({ attributes, text, prelude }: Block): string {
  if (attributes.file !== undefined) return `export {}; ${text}`
  return /^\s*import\b/m.test(text) ? `${prelude} ${text}` : `${PRELUDE}${prelude} ${text}`
}

const configuration = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowImportingTsExtensions: true,
    esModuleInterop: true,
    resolveJsonModule: true,
    types: ['node'],
  },
  include: ['**/*.ts', '**/*.mts', '**/*.cts'],
  exclude: ['node_modules'],
}

function readErrors(output: string, places: ReadonlyMap<string, Block>) {
  const failures: (Failure & { readonly block: Block | undefined })[] = []
  for (const line of output.split('\n')) {
    const [, file = '', row = '1', message = ''] =
      /^(.+?)\((\d+),\d+\): error (.*)$/.exec(line) ?? []
    const block = places.get(file.replaceAll('\\', '/'))
    if (block) {
      failures.push({ page: block.page, line: block.line + Number(row), message, block })
    } else if (/\berror TS/.test(line)) {
      failures.push({ page: file || 'tsconfig.json', line: 1, message: message || line, block })
    }
  }
  return failures
}

function isTypeScript({ language, attributes }: Block): boolean {
  return (
    ['ts', 'typescript', 'mts', 'cts'].includes(language) &&
    attributes.norun === undefined &&
    attributes.signature === undefined
  )
}

/** Parses the JavaScript blocks: also those that are no whole programs must be JavaScript. */
export function checkSyntax(blocks: readonly Block[]): Checked {
  const failures: Failure[] = []
  let passed = 0
  for (const block of blocks) {
    const { language, attributes } = block
    if (!['js', 'javascript', 'mjs', 'cjs'].includes(language)) continue
    if (attributes.norun !== undefined) continue
    const message = syntaxError(block.text)
    if (message === undefined) passed += 1
    else failures.push({ page: block.page, line: block.line + message.line, message: message.text })
  }
  return { failures, passed }
}

function syntaxError(text: string): { text: string; line: number } | undefined {
  try {
    transformSync(text, { loader: 'js', logLevel: 'silent', target: 'esnext' })
    return undefined
  } catch (error) {
    // esbuild throws an object with a list of messages.
    const [first] =
      (error as { errors?: { text: string; location?: { line: number } }[] }).errors ?? []
    return { text: first?.text ?? String(error), line: first?.location?.line ?? 1 }
  }
}
