import { basename } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { Dialect, Observation, Outcome } from './harness/package-case.ts'

export interface Verdict {
  readonly name: string
  readonly dialect: Dialect
  /** Why it did not work there. */
  readonly original?: string
  readonly ours?: string
  /** How ours answered otherwise. */
  readonly difference?: string
  /** Why that is meant. */
  readonly declared?: string
}

/** One test: a package, on the original and on ours, in one dialect. */
export function judge(dialect: Dialect, original: Outcome, ours: Outcome): Verdict | undefined {
  const known = original.name ? original : ours
  if (known.dialects && !known.dialects.includes(dialect)) return undefined
  return {
    name: known.name ?? basename(original.file, '.js'),
    dialect,
    original: original.failure,
    ours: ours.failure,
    difference: firstDifference(comparable(dialect, original), comparable(dialect, ours)),
    declared: known.differs?.[dialect],
  }
}

/** A declared difference that is none any more fails too: its line has to go. */
export function isPassed({ original, ours, difference, declared }: Verdict): boolean {
  if (original !== undefined || ours !== undefined) return false
  return (difference === undefined) === (declared === undefined)
}

export function explain({ original, ours, difference, declared }: Verdict): string[] {
  const reasons = [
    original && `on the original: ${original}`,
    ours && `on ours: ${ours}`,
    difference && !declared && `answers differ: ${difference}`,
    declared && !difference && `declared, but there is no difference: ${declared}`,
  ]
  return reasons.filter((reason): reason is string => typeof reason === 'string')
}

function comparable(dialect: Dialect, { observations = [] }: Outcome): readonly Observation[] {
  return dialect === '3.x' ? observations.map(withoutPolicy) : observations
}

/** Our error pages of 3.x have the policy of the newer dialects (W-055 of docs/differences.md). */
function withoutPolicy(seen: Observation): Observation {
  const { headers, status } = seen
  if (!Array.isArray(headers) || Number(status) < 300) return seen
  return { ...seen, headers: headers.filter((line) => line !== POLICY) }
}

const POLICY = "Content-Security-Policy: default-src 'none'"

function firstDifference(
  original: readonly Observation[],
  ours: readonly Observation[],
): string | undefined {
  const at = original.findIndex((seen, index) => !isDeepStrictEqual(seen, ours[index]))
  if (at === -1 && original.length === ours.length) return undefined
  const index = at === -1 ? original.length : at
  return `\n  original ${show(original[index])}\n  ours     ${show(ours[index])}`
}

function show(observation: Observation | undefined): string {
  return JSON.stringify(observation) ?? 'nothing'
}
