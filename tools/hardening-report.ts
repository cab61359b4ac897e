import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

// Runs the hardening tests and prints a table of the results; --write writes it to the docs.

interface TestResult {
  readonly ancestorTitles: readonly string[]
  readonly status: 'passed' | 'failed' | 'skipped' | 'pending' | 'todo'
}

interface Report {
  readonly testResults: readonly { readonly assertionResults: readonly TestResult[] }[]
}

const DIALECTS = ['5.x', '4.x', '3.x'] as const
const PAGE = new URL('../docs/security.md', import.meta.url)
const BLOCK = /(<!-- results -->\n)[\s\S]*?(<!-- \/results -->)/

const report = runTests()
const table = renderTable(groupByRow(report))
console.log(table)
if (process.argv.includes('--write')) {
  const page = readFileSync(PAGE, 'utf8')
  writeFileSync(
    PAGE,
    page.replace(BLOCK, (_, begin: string, end: string) => `${begin}${table}\n${end}`),
  )
}

function runTests(): Report {
  const folder = mkdtempSync(join(tmpdir(), 'hardening-'))
  const outputFile = join(folder, 'report.json')
  const args = ['vitest', 'run', '--project=hardening', '--project=slow', '--reporter=json']
  try {
    const { status } = spawnSync(
      'npx',
      [...args, `--outputFile=${outputFile}`, 'test/hardening/'],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    process.exitCode = status ?? 1
    return JSON.parse(readFileSync(outputFile, 'utf8')) as Report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Maps a row, such as `A1 title`, to the results by dialect; tests without a dialect are under 'all'. */
type Rows = Map<string, Map<string, TestResult[]>>

function groupByRow({ testResults }: Report): Rows {
  const rows: Rows = new Map()
  for (const test of testResults.flatMap(({ assertionResults }) => assertionResults)) {
    const row = test.ancestorTitles.find((title) => /^[A-Z]\d+ /.test(title))
    if (row === undefined) continue
    const dialect = /\[(\d\.x)\]$/.exec(test.ancestorTitles[0] ?? '')?.[1] ?? 'all'
    const results = rows.get(row) ?? new Map<string, TestResult[]>()
    rows.set(row, results)
    results.set(dialect, [...(results.get(dialect) ?? []), test])
  }
  return rows
}

function renderTable(rows: Rows): string {
  const sorted = [...rows].sort(([one], [other]) =>
    one.localeCompare(other, 'en', { numeric: true }),
  )
  const lines = sorted.map(([row, results]) => {
    const [id = '', ...words] = row.split(' ')
    const cells = DIALECTS.map((dialect) =>
      describeCounts(results.get(dialect) ?? results.get('all')),
    )
    return `| ${id} | ${words.join(' ')} | ${cells.join(' | ')} |`
  })
  const head = ['| row | attack | 5.x | 4.x | 3.x |', '|---|---|---|---|---|']
  return [...head, ...lines].join('\n')
}

/** How many tests pass, and how many fail. */
function describeCounts(results: readonly TestResult[] | undefined): string {
  if (results === undefined) return '–'
  const failed = results.filter(({ status }) => status === 'failed').length
  const passed = results.filter(({ status }) => status === 'passed').length
  return failed === 0 ? `${passed} pass` : `${passed} pass, **${failed} fail**`
}
