import { readFileSync, writeFileSync } from 'node:fs'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'
import { installLocked } from '../tools/install-locked.ts'
import { findCases, type Group } from './find-cases.ts'
import { runHost } from './harness/host-process.ts'
import type { Dialect, Outcome, SideName } from './harness/package-case.ts'
import { explain, isPassed, judge, type Verdict } from './judge.ts'
import { help, parseOptions } from './options.ts'
import { dialects, type Findings, renderPage } from './table.ts'
import { readVersions } from './versions.ts'

const page = new URL('../docs/ecosystem.md', import.meta.url)

await main(process.argv.slice(2)).catch((error) => {
  // What was asked for and does not exist needs a sentence, not a stack.
  console.error(error instanceof RangeError ? error.message : error)
  process.exitCode = 1
})

async function main(args: readonly string[]): Promise<void> {
  const options = parseOptions(args)
  if (options.help) return console.log(help)
  const groups = findCases(options.names)
  installLocked(fileURLToPath(new URL('.', import.meta.url)))
  const findings = judgeAll(groups.flat(), await runGroups(groups))
  showVerdicts(findings)
  if (options.write) writeFileSync(page, renderPage(findings))
  const counts = findings.verdicts.map(isPassed)
  // Only a whole run can be compared with the page.
  if (options.names.length === 0) counts.push(isPageCurrent(findings))
  const passed = counts.filter(Boolean).length
  if (passed < counts.length) process.exitCode = 1
  console.log(`${passed} passed, ${counts.length - passed} failed`)
}

function isPageCurrent(findings: Findings): boolean {
  const current = readFileSync(page, 'utf8') === renderPage(findings)
  if (!current) console.log('docs/ecosystem.md is not what this run saw: --write writes it anew')
  return current
}

/** What each side made of each file. */
type Outcomes = ReadonlyMap<string, Outcome>

function keyOf(dialect: Dialect, side: SideName, file: string): string {
  return `${dialect} ${side} ${file}`
}

/** Two processes at a time, one for each side: more would only wait for each other. */
async function runGroups(groups: readonly Group[]): Promise<Outcomes> {
  const outcomes = new Map<string, Outcome>()
  for (const dialect of dialects) {
    for (const files of groups) {
      const runs = (['original', 'ours'] as const).map(async (side) => {
        for (const outcome of await runHost({ dialect, side }, files)) {
          outcomes.set(keyOf(dialect, side, outcome.file), outcome)
        }
      })
      await Promise.all(runs)
    }
  }
  return outcomes
}

function judgeAll(files: readonly string[], outcomes: Outcomes): Findings {
  const at = (dialect: Dialect, side: SideName, file: string) =>
    outcomes.get(keyOf(dialect, side, file)) ?? { file, failure: 'was not run' }
  const verdicts = files.flatMap((file) =>
    dialects.flatMap(
      (dialect) => judge(dialect, at(dialect, 'original', file), at(dialect, 'ours', file)) ?? [],
    ),
  )
  const leftOut = files.flatMap((file) => {
    const { name = basename(file, '.js'), leftOut: reasons = {} } = at('5.x', 'original', file)
    return dialects.flatMap((dialect) => {
      const text = reasons[dialect]
      return text === undefined ? [] : [{ name, dialect, text }]
    })
  })
  return { verdicts, versions: readVersions(), leftOut }
}

function showVerdicts({ verdicts, versions }: Findings): void {
  for (const name of new Set(verdicts.map((verdict) => verdict.name))) {
    const own = verdicts.filter((verdict) => verdict.name === name)
    const marks = own.map((verdict) => `${isPassed(verdict) ? '✓' : '✗'} ${verdict.dialect}`)
    console.log(`${name} ${versions[name] ?? ''}: ${marks.join('  ')}`)
    own.filter((verdict) => !isPassed(verdict)).forEach(showFailure)
  }
}

function showFailure(verdict: Verdict): void {
  for (const reason of explain(verdict)) {
    console.log(`  ${verdict.dialect} ${reason.replaceAll('\n', '\n    ')}`)
  }
}
