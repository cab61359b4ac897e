import { fileURLToPath } from 'node:url'
import type { Machine } from '../results.ts'
import { describePlace, renderDoubts } from './conditions.ts'
import { table } from './page.ts'

/** The result of `npm run bench:notes`. */
export interface NotesResults {
  readonly date: string
  readonly machine: Machine
  /** Of each round. */
  readonly seconds: number
  readonly rounds: number
  readonly doubts: readonly string[]
  readonly rows: readonly NotesRow[]
}

export interface NotesRow extends NotesFigures {
  readonly processes: number
  readonly on: string
  readonly requests: string
}

/** The cost of one request in milliseconds of processor time, by part. */
export interface NotesFigures {
  readonly perSecond: number
  readonly application: number
  readonly nginx: number
  readonly postgres: number
  readonly redis: number
  /** In MB. */
  readonly memory: number
}

export const notesPath = fileURLToPath(new URL('../results/notes.json', import.meta.url))

export function renderNotes({
  date,
  machine,
  seconds,
  rounds,
  doubts,
  rows,
}: NotesResults): string {
  const head = [
    ...['processes', 'on', 'requests', 'per second'],
    ...['application', 'nginx', 'PostgreSQL', 'Redis', 'MB'],
  ]
  const lines = rows.map((row) => [
    ...[String(row.processes), row.on, row.requests, row.perSecond.toFixed(0)],
    ...[row.application, row.nginx, row.postgres, row.redis].map((cost) => cost.toFixed(2)),
    row.memory.toFixed(0),
  ])
  return [
    renderDoubts(doubts),
    `Measured on ${date.slice(0, 10)} with ${describePlace(machine)}.`,
    `${rounds === 1 ? 'Each figure is one round' : `Each figure is the median of ${rounds} rounds`} of ${seconds} s. Load average before the run: ${machine.load.toFixed(2)}.\n`,
    table(head, lines),
  ]
    .filter((part) => part !== '')
    .join('\n')
}
