import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

// npm run pack: packs the built package into packed/ and prints the command that installs it.
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'packed')

mkdirSync(folder, { recursive: true })
const output = execFileSync(
  'npm',
  ['pack', '--silent', '--workspace', 'webapp', '--pack-destination', folder],
  { cwd: root, encoding: 'utf8' },
)
const tarball = join(folder, output.trim())

console.log(`Packed ${relative(root, tarball)}. Run this in the folder of your project:

  npm install "${tarball}"
`)
