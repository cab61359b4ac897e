import { fileURLToPath } from 'node:url'
import { installLocked } from '../../tools/install-locked.ts'

export default function installRendering(): void {
  installLocked(fileURLToPath(new URL('.', import.meta.url)))
}
