import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject } from 'vitest'
import { createNotes, type NotesApplication } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'

export interface TestNotes extends NotesApplication {
  readonly folder: string
  /** Closes the application, and keeps its folder. */
  stop(): Promise<void>
}

/** The application with a database of its own, in a temporary folder that `close` removes. */
export async function openNotes(overrides: Partial<Config> = {}): Promise<TestNotes> {
  const folder = mkdtempSync(join(tmpdir(), 'notes-test-'))
  cpSync(inject('template'), join(folder, 'postgres'), { recursive: true })
  const defaults = readConfig({ DATA_DIR: folder, LOG_LEVEL: 'silent', PASSWORD_COST: '10' })
  const limits = { requestsPerMinute: 0, loginsPerQuarter: 0 }
  const notes = await createNotes({ ...defaults, ...limits, ...overrides })
  let isOpen = true
  const stop = async () => {
    if (isOpen) await notes.close()
    isOpen = false
  }
  return {
    ...notes,
    folder,
    stop,
    async close() {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
