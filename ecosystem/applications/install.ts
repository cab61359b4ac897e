import { fileURLToPath } from 'node:url'
import { installLocked } from '../../tools/install-locked.ts'

/** These folders have lockfiles of their own. */
export default function installApplications(): void {
  for (const folder of ['.', '../live/', '../serverless/', '../test-runners/', '../tracing/']) {
    installLocked(fileURLToPath(new URL(folder, import.meta.url)))
  }
}
