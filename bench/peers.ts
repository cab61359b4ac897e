import { fileURLToPath } from 'node:url'
import { installLocked } from '../tools/install-locked.ts'

/** The peers have a lockfile of their own. */
export function installPeers(): void {
  installLocked(fileURLToPath(new URL('.', import.meta.url)))
}
