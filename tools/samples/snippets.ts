import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Block } from './blocks.ts'
import type { Failure } from './failure.ts'
import type { Ports } from './ports.ts'
import { environment, Program } from './processes.ts'

const entries: Readonly<Record<string, string>> = {
  '5.x': 'webapp',
  '4.x': 'webapp/v4',
  '3.x': 'webapp/v3',
}

/** The snippets of a page that a console block follows, running in one process. */
export interface Snippets {
  readonly failures: readonly Failure[]
  /** The ports of the snippet that a console block belongs to. */
  portsOf(block: Block): Ports | undefined
  stop(): Promise<void>
}

/**
 * Starts each snippet that is followed by `$ curl` commands: it gets `webapp` and `app` of its
 * dialect, and a port. One process holds all snippets of a page, because starting Node takes longer
 * than all their requests.
 */
export async function startSnippets(
  blocks: readonly Block[],
  folder: string,
  ports: Ports,
): Promise<Snippets> {
  const started = new Map<Block, Ports>()
  const modules: { block: Block; file: string }[] = []
  const used: number[] = []
  for (const block of blocks) {
    const source = block.follows
    if (block.language !== 'console' || !/^\$ curl /m.test(block.text)) continue
    if (!source || !isSnippet(source) || block.attributes.norun !== undefined) continue
    const own = await ports.fresh()
    const file = join(folder, `snippet-${source.line}.mjs`)
    writeFileSync(file, own.apply(complete(source)))
    modules.push({ block: source, file: pathToFileURL(file).href })
    used.push(own.get('3000'))
    started.set(block, own)
  }
  if (modules.length === 0) return { failures: [], portsOf: () => undefined, stop: async () => {} }
  const host = join(folder, 'snippets.mjs')
  writeFileSync(host, hostProgram(modules.map(({ file }) => file)))
  const program = new Program([process.execPath, host], folder, environment())
  await program.outputSatisfies((output) => /^all snippets started$/m.test(output), 60_000)
  const failures = modules.flatMap(({ block, file }): Failure[] => {
    const reason = new RegExp(`^failed ${file.replaceAll('.', '\\.')} (.*)$`, 'm').exec(program.all)
    if (!reason) return []
    return [{ page: block.page, line: block.line, message: JSON.parse(reason[1] ?? '""') }]
  })
  if (program.status !== undefined || program.all.includes('EADDRINUSE')) {
    const { page } = modules[0]?.block ?? { page: '' }
    failures.push({ page, line: 1, message: `The snippets of the page fail: ${program.all}` })
  }
  return { failures, portsOf: (block) => started.get(block), stop: () => program.stop() }
}

function isSnippet({ language, attributes }: Block): boolean {
  return language === 'js' && !attributes.file && attributes.norun === undefined
}

function complete({ text, attributes }: Block): string {
  const entry = entries[attributes.dialect ?? '5.x'] ?? 'webapp'
  const first = [
    /\bimport webapp\b|\bwebapp = require/.test(text) ? '' : `import webapp from '${entry}';`,
    /\b(const|let) app\b/.test(text) ? '' : 'const app = webapp();',
  ].join(' ')
  const last = /\bapp\.listen\(|\.listen\(3000/.test(text) ? '' : '\napp.listen(3000)'
  return `${first} ${text}${last}\n`
}

function hostProgram(modules: readonly string[]): string {
  return `import { createRequire } from 'node:module'
globalThis.require = createRequire(import.meta.url)
// An error of one snippet must not end the others.
process.on('uncaughtException', (error) => console.error(error))
for (const file of ${JSON.stringify(modules)}) {
  try {
    await import(file)
  } catch (error) {
    console.log('failed ' + file + ' ' + JSON.stringify(String(error?.stack ?? error)))
  }
}
console.log('all snippets started')
`
}
