import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { releaseAllIn } from './mount-small.ts'

const PREFIX = 'webapp-tests-'

/**
 * Gives this process and its children a temporary folder of their own, which is removed when it
 * exits. Vitest stops its workers without their `exit` handlers, so some tests leave folders behind.
 */
export function useOwnTemporaryFolder(): void {
  // Vitest loads its configuration once for each project.
  if (tmpdir().includes(PREFIX)) return
  const folder = mkdtempSync(join(tmpdir(), PREFIX))
  // Some tests start servers as another user.
  chmodSync(folder, 0o1777)
  process.env.TMPDIR = folder
  process.on('exit', () => {
    releaseAllIn(folder)
    rmSync(folder, { recursive: true, force: true })
  })
}
