import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { inject, vi } from 'vitest'
import { createNotes, type NotesApplication } from '../../src/app.ts'
import { type Config, readConfig } from '../../src/config.ts'
import { freshParts } from './parts.ts'

export interface TestNotes extends NotesApplication {
  readonly folder: string
  /** Closes the application, and keeps its folder. */
  stop(): Promise<void>
}

/** The application with a database of its own, in a temporary folder that `close` removes. */
export async function openNotes(overrides: Partial<Config> = {}): Promise<TestNotes> {
  const folder = mkdtempSync(join(tmpdir(), 'notes-test-'))
  const parts = await freshParts()
  if (!parts.DATABASE_URL) cpSync(inject('template'), join(folder, 'postgres'), { recursive: true })
  const settings = { DATA_DIR: folder, LOG_LEVEL: 'silent', PASSWORD_COST: '10' }
  const defaults = readConfig({ ...settings, ...parts })
  // The machine of the test may be busy with other things.
  const limits = { requestsPerMinute: 0, loginsPerQuarter: 0, maxDelayMs: 60_000 }
  const notes = await createNotes({ ...defaults, ...limits, ...overrides })
  // The application connects to Redis in the background.
  if (parts.REDIS_URL) await vi.waitUntil(() => isReady(notes), { timeout: 60_000 })
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

async function isReady({ app }: NotesApplication): Promise<boolean> {
  return (await app.inject('/health/ready')).statusCode === 200
}
