import { fileURLToPath } from 'node:url'
import { installApart } from '../tools/install-apart.ts'

/** The peers have a lockfile of their own, so that nobody has to install them to work on webapp. */
export function installPeers(): void {
  installApart(fileURLToPath(new URL('.', import.meta.url)))
}
