import { readFileSync, writeFileSync } from 'node:fs'
import type { Results } from './results.ts'

export function readResults(path: string): Results {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** One figure, one round, one reason to a line: short enough to be read and compared. */
export function writeResults(path: string, results: Results): void {
  const text = JSON.stringify(results, shorten, 2)
  const folded = text.replace(/\{[^{}[\]]*\}/g, (object) => object.replace(/\n\s*/g, ' '))
  writeFileSync(path, `${folded}\n`)
}

function shorten(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value
}
