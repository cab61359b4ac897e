import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Write } from './output/write.ts'

/** The package.json with a range of Express 5, for a program that stays with Express. */
export function raiseExpress(folder: string): Write | undefined {
  const path = join(folder, 'package.json')
  if (!existsSync(path)) return undefined
  const before = readFileSync(path, 'utf8')
  // Only the range changes; the format of the file stays.
  const after = before.replace(
    /("express"\s*:\s*)"(?:\^|~|>=|=|v)?\s*[34](?:\.[\dx*]+){0,2}"/g,
    '$1"^5.0.0"',
  )
  return after === before ? undefined : { path, before, after }
}
