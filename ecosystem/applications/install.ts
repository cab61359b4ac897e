import { fileURLToPath } from 'node:url'
import { installLocked } from '../../tools/install-locked.ts'

/** The applications have a lockfile of their own. */
export default function installApplications(): void {
  installLocked(fileURLToPath(new URL('.', import.meta.url)))
}
