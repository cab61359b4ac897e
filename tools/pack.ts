import { execFileSync } from 'node:child_process'
import { mkdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLine } from './command-line.ts'
import { installLocked } from './install-locked.ts'

// npm run pack: packs the built package into packed/ and prints the command that installs it.
// npm run pack -- cli: also builds and packs the command line.
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'packed')

mkdirSync(folder, { recursive: true })
show(pack('packages/webapp'), 'npm install')
if (process.argv.includes('cli')) show(packCommandLine(), 'npm install --save-dev')

function packCommandLine(): string {
  const cli = join(root, 'packages/cli')
  installLocked(`${cli}/`)
  const { program, args, shell } = commandLine('npx', ['tsc', '-p', '.'])
  execFileSync(program, args, { cwd: cli, stdio: 'inherit', shell })
  return pack('packages/cli')
}

/** Packs a package, and returns the path of the tarball. */
function pack(name: string): string {
  const options = ['pack', '--silent', '--pack-destination', folder]
  const { program, args, shell } = commandLine('npm', options)
  const output = execFileSync(program, args, { cwd: join(root, name), encoding: 'utf8', shell })
  return join(folder, output.trim())
}

function show(tarball: string, command: string): void {
  console.log(`Packed ${relative(root, tarball)}. Run this in the folder of your project:

  ${command} "${tarball}"
`)
}
