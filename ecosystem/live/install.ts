import { fileURLToPath } from 'node:url'
import { installLocked } from '../../tools/install-locked.ts'

export default function installLive(): void {
  installLocked(fileURLToPath(new URL('.', import.meta.url)))
}
