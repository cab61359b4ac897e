import type { Dialect } from './harness/package-case.ts'
import { explain, isPassed, type Verdict } from './judge.ts'

export const dialects: readonly Dialect[] = ['5.x', '4.x', '3.x']

export interface Findings {
  readonly verdicts: readonly Verdict[]
  readonly versions: Readonly<Record<string, string>>
  /** The reasons why a package is not run in a dialect. */
  readonly leftOut: readonly Remark[]
}

export interface Remark {
  readonly name: string
  readonly dialect: Dialect
  readonly text: string
}

/** The page `docs/ecosystem.md`. */
export function renderPage(findings: Findings): string {
  const names = [...new Set(findings.verdicts.map(({ name }) => name))].sort()
  const rows = names.map((name) => renderRow(name, findings))
  return [introduction(names.length), ...rows, '', ...renderRemarks(findings), ''].join('\n')
}

function introduction(count: number): string {
  return `# Packages that work with webapp

A small application in \`ecosystem/packages/\` uses each of these ${count} packages. It runs on the original Express (5.3.0,
4.22.3, 3.21.2) and on \`webapp/v5\`, \`webapp/v4\` and \`webapp/v3\`, and both get the same requests. The package must do its job
on both, and both must send the same responses: status, headers in their order, body, and log output. If a package imports
\`express\` itself, it gets the one under test.

\`npm run test:ecosystem\` runs all packages, and \`npm run test:ecosystem -- --write\` writes this page. ✓ works · ✗ fails · –
not run, because the package does not support that version of Express. [applications.md](applications.md) lists whole
applications.

| package | version | Express 5 | webapp/v5 | Express 4 | webapp/v4 | Express 3 | webapp/v3 |
|---|---|---|---|---|---|---|---|`
}

function renderRow(name: string, { verdicts, versions }: Findings): string {
  const cells = dialects.flatMap((dialect) => {
    const verdict = verdicts.find((one) => one.name === name && one.dialect === dialect)
    if (!verdict) return ['–', '–']
    return [verdict.original === undefined ? '✓' : '✗', markOurs(verdict)]
  })
  return `| ${[name, versions[name] ?? '', ...cells].join(' | ')} |`
}

function markOurs(verdict: Verdict): string {
  if (verdict.declared !== undefined && isPassed(verdict)) return '✓ °'
  return verdict.ours === undefined && verdict.difference === undefined ? '✓' : '✗'
}

function renderRemarks({ verdicts, leftOut }: Findings): string[] {
  const differences = verdicts.flatMap(({ name, dialect, declared }) =>
    declared === undefined ? [] : [{ name, dialect, text: declared }],
  )
  const failures = verdicts
    .filter((verdict) => !isPassed(verdict))
    .map((verdict) => ({ ...verdict, text: explain(verdict)[0]?.split('\n')[0] ?? '' }))
  return [
    ...renderList('Failures', failures),
    ...renderList('° Intended differences', differences),
    ...renderList('Not run', leftOut),
  ]
}

function renderList(title: string, remarks: readonly Remark[]): string[] {
  if (remarks.length === 0) return []
  const lines = remarks.map(({ name, dialect, text }) => `- ${name}, ${dialect}: ${text}`)
  return [`## ${title}`, '', ...lines, '']
}
