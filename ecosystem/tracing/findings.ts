import { readFileSync } from 'node:fs'
import { type Dialect, type Recorded, type Run, runTool, type Tool } from './run-tool.ts'
import { tools } from './tools.ts'

/** How much of what a tool records with Express it records with webapp, in one program. */
export interface Finding {
  readonly tool: Tool
  readonly dialect: Dialect
  /** What the table says of the program. */
  readonly program: string
  /** Whether everything is compared; otherwise the tool may record more than with Express. */
  readonly isExact: boolean
  readonly original: Recorded
  readonly ours: Recorded
}

export const dialects: readonly Dialect[] = ['5.x', '4.x']

const programs: Readonly<Record<string, Omit<Run, 'dialect'>>> = {
  "`require('express')` under `webapp/register`": { way: 'register' },
  "`require('webapp')`": { way: 'webapp' },
  "`import 'webapp'`": { way: 'webapp', isModule: true },
}

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
  const found = known.get(key) ?? runPrograms(tool, dialect)
  known.set(key, found)
  return found
}

async function runPrograms(tool: Tool, dialect: Dialect): Promise<Finding[]> {
  const required = await runTool(tool, { dialect, way: 'express' })
  const imported = await runTool(tool, { dialect, way: 'express', isModule: true })
  const findings: Finding[] = []
  const find = async (program: string, run: Omit<Run, 'dialect'>) => {
    const original = run.isModule ? imported : required
    const ours = await runTool(tool, { dialect, ...run })
    if (String(ours.answers) !== String(original.answers))
      throw new Error(`${tool.name} changed the responses`)
    if (String(ours.active) !== String(original.active))
      throw new Error(`${tool.name} lost the transaction in a handler`)
    const isExact = run.setup === undefined
    const both = { original: original.recorded, ours: ours.recorded }
    findings.push({ tool, dialect, program, isExact, ...both })
  }
  for (const [program, run] of Object.entries(programs)) await find(program, run)
  for (const [program, setup] of Object.entries(tool.others ?? {}))
    await find(program, { way: 'webapp', setup })
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

/** The table of docs/guide/tracing-packages.md. */
export function renderTable(findings: readonly Finding[]): string {
  const head = ['tool', 'program', ...Object.keys(columns)]
  const rows = findings
    .filter(({ dialect }) => dialect === dialects[0])
    .map((finding) => {
      const { tool, program } = finding
      const both = findings.filter((each) => each.tool === tool && each.program === program)
      const cells = Object.values(columns).map((read) =>
        both.map(({ original, ours }) => countSame(read(original), read(ours))).join(', '),
      )
      return [`${tool.name} (\`${tool.packageName}\` ${versionOf(tool)})`, program, ...cells]
    })
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  return [line(head), `|${'---|'.repeat(head.length)}`, ...rows.map(line)].join('\n')
}

/** Whether a tool records with webapp all that it records with Express. */
export function isComplete({ original, ours }: Finding): boolean {
  return Object.values(columns).every((read) => {
    const { length } = read(original)
    return length === 0 || countSame(read(original), read(ours)) === `${length} of ${length}`
  })
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
