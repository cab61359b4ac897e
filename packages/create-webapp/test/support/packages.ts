import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { packCreator } from '../../../../tools/pack-creator.ts'

/** The packed packages, as `npm run pack` writes them. */
export interface Tarballs {
  readonly webapp: string
  readonly cli: string
  /** Contains the other two. */
  readonly creator: string
}

export function packAll(folder: string): Tarballs {
  const [webapp, cli] = [pack('webapp', folder), pack('cli', folder)]
  return { webapp, cli, creator: packCreator([webapp, cli], folder) }
}

/** Packs a built package of this repository. */
export function pack(name: string, folder: string): string {
  const output = execFileSync('npm', ['pack', '--silent', '--pack-destination', folder], {
    cwd: fileURLToPath(new URL(`../../../${name}`, import.meta.url)),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return join(folder, output.trim())
}
