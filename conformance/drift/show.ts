import type { Drift } from './compare-revisions.ts'
import type { Example, Group } from './groups.ts'

/** Characters of a line and of a program, and lines of each side, that an example shows. */
const WIDEST = 200
const LONGEST = 800
const MOST_LINES = 8

/** The text for a terminal. */
export function showDrift(drift: Drift): string {
  const sections = drift.groups.map((group) => {
    const lines = showExample(group.example).map((line) => `    ${line}`)
    return [`  ${showGroup(group)}`, ...lines].join('\n')
  })
  return [`Express ${summaryOf(drift)}`, ...sections].join('\n\n')
}

/** Such as "4.21.0 → 4.21.1 (4.x): no difference in 950 scenarios and 12,000 random requests". */
export function summaryOf(drift: Drift): string {
  const { older, newer, dialect, groups } = drift
  const found = groups.length === 0 ? 'no difference' : `${countOf(groups)} of differences`
  return `${older} → ${newer} (${dialect}): ${found} in ${effortOf(drift)}`
}

function countOf({ length }: readonly Group[]): string {
  return length === 1 ? '1 kind' : `${length} kinds`
}

export function effortOf({ scenarios, share, requests, unfinished }: Drift): string {
  const part = share === 1 ? '' : ` (one of ${share})`
  const done = `${number(scenarios)} scenarios${part} and ${number(requests)} random requests`
  return unfinished.length === 0 ? done : `${done}, not finished: ${unfinished.join(', ')}`
}

function number(value: number): string {
  return value.toLocaleString('en-US')
}

export function showGroup({ part, member, change, count }: Group): string {
  return `${part}: ${member}: ${change}${count > 1 ? ` (${count} times)` : ''}`
}

/** The title, then the lines of both sides, cut to a size that a person reads. */
export function showExample({ title, older, newer }: Example): string[] {
  return [...title.map((text) => cut(text, LONGEST)), ...side('-', older), ...side('+', newer)]
}

function side(sign: string, lines: readonly string[]): string[] {
  const shown = lines.slice(0, MOST_LINES).map((line) => `${sign} ${cut(line)}`)
  const more = lines.length - shown.length
  return more > 0 ? [...shown, `${sign} … ${more} more`] : shown
}

function cut(text: string, most = WIDEST): string {
  const line = text.replace(/\s*\n\s*/g, ' ')
  return line.length > most ? `${line.slice(0, most)}…` : line
}
