import { fileURLToPath } from 'node:url'
import { installLocked } from '../../tools/install-locked.ts'

/** The applications, the packages beside live connections, the test runners and the tracing tools have lockfiles of their own. */
export default function installApplications(): void {
  for (const folder of ['.', '../live/', '../test-runners/', '../tracing/']) {
    installLocked(fileURLToPath(new URL(folder, import.meta.url)))
  }
}
