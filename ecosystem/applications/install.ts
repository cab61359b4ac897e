import { fileURLToPath } from 'node:url'
import { installLocked } from '../../tools/install-locked.ts'

const folders = [
  '.',
  '../live/',
  '../rendering/',
  '../serverless/',
  '../test-runners/',
  '../tracing/',
]

/** These folders have lockfiles of their own. */
export default function installApplications(): void {
  for (const folder of folders) installLocked(fileURLToPath(new URL(folder, import.meta.url)))
}
