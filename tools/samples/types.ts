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
  "import webapp from 'webapp'",
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

/** Type-checks the TypeScript blocks of all pages at once. */
export function checkTypes(blocks: readonly Block[], folder: string): Checked {
  const places = new Map<string, Block>()
  for (const block of blocks) {
    if (!isTypeScript(block)) continue
    const page = block.page.replaceAll('/', '-')
    const file = block.attributes.file
    // A page may show a file again, changed: each version is checked next to the other files.
    const name = file ? `${page}/${file}` : `${page}/snippet-${block.line}.ts`
    const isTaken = places.has(name)
    const unique = isTaken ? `${page}/${block.line}/${file}` : name
    const path = join(folder, unique)
    mkdirSync(dirname(path), { recursive: true })
    const isWhole = file !== undefined || /^\s*import\b/m.test(block.text)
    writeFileSync(path, isWhole ? `export {}; ${block.text}` : `${PRELUDE}${block.text}`)
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
  const wrong = new Set(failures.map(({ page, line }) => `${page}:${line}`))
  return { failures, passed: Math.max(0, places.size - wrong.size) }
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

function readErrors(output: string, places: ReadonlyMap<string, Block>): Failure[] {
  const failures: Failure[] = []
  for (const line of output.split('\n')) {
    const [, file = '', row = '1', message = ''] =
      /^(.+?)\((\d+),\d+\): error (.*)$/.exec(line) ?? []
    const block = places.get(file.replaceAll('\\', '/'))
    if (block) {
      failures.push({ page: block.page, line: block.line + Number(row), message })
    } else if (/\berror TS/.test(line)) {
      failures.push({ page: file || 'tsconfig.json', line: 1, message: message || line })
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
