import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'

export function readJson<Kind>(path: string): Kind {
  return JSON.parse(readFileSync(path, 'utf8'))
}

/** The samples of a candidate, an agreement, a target to a line: short enough to be compared. */
export function writeJson(path: string, results: unknown): void {
  const text = JSON.stringify(results, shorten, 2)
  const folded = text
    .replace(/\{[^{}[\]]*\}/g, foldLines)
    .replace(/"rounds": \[[^[\]]*\]/g, foldLines)
    .replace(/"published": \[[^[\]]*\]/g, foldLines)
    .replace(/\{[^{}[\]]*"published": \[[^[\]]*\][^{}[\]]*\}/g, foldLines)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, `${folded}\n`)
}

function foldLines(text: string): string {
  return text.replace(/\n\s*/g, ' ')
}

function shorten(_key: string, value: unknown): unknown {
  return typeof value === 'number' ? Number(value.toPrecision(6)) : value
}
