import { readdirSync } from 'node:fs'
import { findProgram } from '../program.ts'
import type { ProgramName } from './steps.ts'

/** Debian keeps the programs of PostgreSQL outside PATH. */
const POSTGRES = '/usr/lib/postgresql'

const names: Readonly<Record<ProgramName, readonly string[]>> = {
  chromium: ['chromium', 'chromium-browser', 'google-chrome'],
  nginx: ['nginx'],
  postgres: ['postgres'],
  'redis-server': ['redis-server'],
}

/** The programs that tests start, and that are not installed here. */
export function findMissing(): ProgramName[] {
  const folders = versionsOf(POSTGRES)
  const all = Object.entries(names) as [ProgramName, readonly string[]][]
  return all
    .filter(([, files]) => !files.some((file) => findProgram(file, folders) !== undefined))
    .map(([name]) => name)
}

function versionsOf(folder: string): string[] {
  try {
    return readdirSync(folder).map((version) => `${folder}/${version}/bin`)
  } catch {
    return []
  }
}
