import { fileURLToPath } from 'node:url'
import { installLocked } from '../../tools/install-locked.ts'

/** The applications and the test runners have lockfiles of their own. */
export default function installApplications(): void {
  for (const folder of ['.', '../test-runners/']) {
    installLocked(fileURLToPath(new URL(folder, import.meta.url)))
  }
}
