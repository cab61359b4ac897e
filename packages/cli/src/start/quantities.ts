import { UsageError } from '../command.ts'

const MILLISECONDS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000 }
const BYTES: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3 }

/** Milliseconds in a duration such as `500ms`, `10s` or `2m`. */
export function parseDuration(text: string, option: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)(ms|s|m)$/.exec(text) ?? []
  const duration = Number(number) * (MILLISECONDS[unit] ?? Number.NaN)
  // A timer of Node cannot be longer than 2^31 - 1 ms.
  if (duration >= 0 && duration < 2 ** 31) return duration
  throw new UsageError(`${option} is "${text}", but must be a duration such as 10s, 500ms or 2m.`)
}

/** Bytes in a size such as `512M`, `1.5G` or `512MB`. K, M and G are powers of 1024. */
export function parseBytes(text: string, option: string): number {
  const [, number, unit = ''] = /^(\d+(?:\.\d+)?)([KMG])(?:i?B)?$/i.exec(text) ?? []
  const bytes = Math.round(Number(number) * (BYTES[unit.toUpperCase()] ?? Number.NaN))
  if (bytes > 0) return bytes
  throw new UsageError(`${option} is "${text}", but must be a size such as 512M or 1.5G.`)
}

/** A size in the unit of `--max-memory`. */
export function formatBytes(bytes: number): string {
  return `${Math.round(bytes / 1024 ** 2)}M`
}
