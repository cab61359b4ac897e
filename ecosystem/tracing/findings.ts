import { readFileSync } from 'node:fs'
import { type Dialect, type Recorded, type Run, runTool, type Tool } from './run-tool.ts'
import { tools } from './tools.ts'

/** How much of what a tool records with Express it records with webapp, in one way to load it. */
export interface Finding {
  readonly tool: Tool
  readonly dialect: Dialect
  readonly way: Run['way']
  readonly original: Recorded
  readonly ours: Recorded
}

export const dialects: readonly Dialect[] = ['5.x', '4.x']
export const ways = ['register', 'prepared', 'import'] as const

/** All rows of the table, in their order. */
export async function findAll(): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const tool of tools) {
    for (const dialect of dialects) findings.push(...(await findFor(tool, dialect)))
  }
  return findings
}

const known = new Map<string, Promise<Finding[]>>()

/** The runs of one tool and dialect, which are made once. */
export function findFor(tool: Tool, dialect: Dialect): Promise<Finding[]> {
  const key = `${tool.name} ${dialect}`
  const found = known.get(key) ?? runWays(tool, dialect)
  known.set(key, found)
  return found
}

async function runWays(tool: Tool, dialect: Dialect): Promise<Finding[]> {
  const original = await runTool(tool, { dialect, way: 'express' })
  const findings: Finding[] = []
  for (const way of ways) {
    const ours = await runTool(tool, { dialect, way })
    if (String(ours.answers) !== String(original.answers))
      throw new Error(`${tool.name} changed the responses`)
    findings.push({ tool, dialect, way, original: original.recorded, ours: ours.recorded })
  }
  return findings
}

const columns: Readonly<Record<string, (recorded: Recorded) => readonly string[]>> = {
  transactions: ({ transactions }) => transactions.map(() => 'one'),
  'names by route': ({ transactions }) =>
    transactions.map(({ name }) => name).filter((name) => /\/:\w/.test(name)),
  'spans of middleware and handlers': ({ transactions }) =>
    transactions.flatMap(({ name, spans }) => spans.map((span) => `${name}, ${span}`)),
  errors: ({ errors }) => errors,
}

const titles: Readonly<Record<string, string>> = {
  register: "`require('express')` under `webapp/register`",
  prepared: "`require('webapp')`, prepared",
  import: "`require('webapp')`",
}

/** The table of docs/guide/tracing-packages.md. */
export function renderTable(findings: readonly Finding[]): string {
  const head = ['tool', 'program', ...Object.keys(columns)]
  const rows = findings
    .filter(({ dialect }) => dialect === dialects[0])
    .map((finding) => {
      const both = findings.filter(({ tool, way }) => tool === finding.tool && way === finding.way)
      const cells = Object.values(columns).map((read) =>
        both.map(({ original, ours }) => countSame(read(original), read(ours))).join(', '),
      )
      const { tool, way } = finding
      return [
        `${tool.name} (\`${tool.packageName}\` ${versionOf(tool)})`,
        titles[way] ?? way,
        ...cells,
      ]
    })
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

function countSame(original: readonly string[], ours: readonly string[]): string {
  if (original.length === 0) return 'none'
  const left = [...ours]
  const same = original.filter((entry) => {
    const at = left.indexOf(entry)
    if (at !== -1) left.splice(at, 1)
    return at !== -1
  })
  return `${same.length} of ${original.length}`
}

function versionOf({ packageName }: Tool): string {
  const manifest = new URL('package.json', import.meta.url)
  return JSON.parse(readFileSync(manifest, 'utf8')).dependencies[packageName]
}
