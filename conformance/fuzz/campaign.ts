import type { DialectName } from '../harness/dialects.ts'
import { attemptOf } from './attempts.ts'

export interface Plan {
  readonly minutes: number
  readonly seed: number
  /** Names of targets. */
  readonly only: readonly string[]
}

interface Score {
  executions: number
  seconds: number
  /** Dialects that have shown a fault; they are left out from then on. */
  readonly faulty: Set<DialectName>
}

const dialects: readonly DialectName[] = ['5.x', '4.x', '3.x']
const runsOfRound = 10

/** Tries the targets in turn, each round with the next seed, and prints what it found. */
export async function fuzz({ minutes, seed, only }: Plan): Promise<number> {
  const end = Date.now() + minutes * 60_000
  const scores = new Map<string, Score>()
  for (const name of only) scores.set(name, { executions: 0, seconds: 0, faulty: new Set() })
  console.log(`seed ${seed}, ${minutes} min, ${only.join(', ')}`)
  for (let round = 0; Date.now() < end; round++) {
    for (const [name, score] of scores) await tryOnce(name, score, seed + round, end)
    console.log(progressOf(scores, end))
  }
  console.log(`\n${tableOf(scores)}`)
  return [...scores.values()].reduce((sum, { faulty }) => sum + faulty.size, 0)
}

async function tryOnce(name: string, score: Score, seed: number, end: number): Promise<void> {
  const attempt = attemptOf(name)
  for (const dialect of dialects) {
    const time = end - Date.now()
    if (time <= 0 || score.faulty.has(dialect)) continue
    const began = Date.now()
    const tried = await attempt(dialect, { seed, runs: runsOfRound, time })
    score.executions += tried.executions
    score.seconds += (Date.now() - began) / 1000
    if (tried.finding === undefined) continue
    score.faulty.add(dialect)
    console.log(`\n${name} in ${dialect}, --seed ${seed} --only ${name}\n${tried.finding}\n`)
  }
}

function progressOf(scores: ReadonlyMap<string, Score>, end: number): string {
  const counts = [...scores].map(([name, { executions }]) => `${name} ${executions}`)
  return `${Math.max(0, Math.ceil((end - Date.now()) / 1000))} s left: ${counts.join(', ')}`
}

function tableOf(scores: ReadonlyMap<string, Score>): string {
  const rows = [...scores].map(([name, { executions, seconds, faulty }]) => [
    name,
    String(executions),
    seconds.toFixed(1),
    faulty.size === 0 ? '0' : `${faulty.size} (${[...faulty].join(', ')})`,
  ])
  return [['target', 'executions', 'seconds', 'findings'], ['---', '---:', '---:', '---'], ...rows]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n')
}
