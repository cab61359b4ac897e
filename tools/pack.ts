import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandLine } from './command-line.ts'
import { installLocked } from './install-locked.ts'
import { packCreator } from './pack-creator.ts'

// npm run pack: builds webapp, its command line and create-webapp, packs them into packed/, and prints
// the commands that use the tarballs.
// npm run pack -- webapp cli: packs only these; create-webapp is the third.
const root = fileURLToPath(new URL('..', import.meta.url))
const folder = join(root, 'packed')

const only = process.argv.slice(2)
const isWanted = (name: string) => only.length === 0 || only.includes(name)

/** The commands come last, behind the output of npm and the compiler. */
const commands: string[] = []

mkdirSync(folder, { recursive: true })
const webapp = pack('packages/webapp')
show(webapp, 'Run this in the folder of your project', `npm install "${webapp}"`)
const cli = isWanted('cli') ? packCommandLine() : undefined
if (cli !== undefined) show(cli, 'Run this in the same folder', `npm install --save-dev "${cli}"`)
if (cli !== undefined && isWanted('create-webapp')) {
  compile(join(root, 'packages/create-webapp'))
  const create = packCreator([webapp, cli], folder)
  const command = `npx --yes --package "${create}" create-webapp my-app`
  show(create, 'Or run this to create a new project', command)
}
console.log(`\n${commands.join('\n')}`)

function packCommandLine(): string {
  const cli = join(root, 'packages/cli')
  installLocked(`${cli}/`)
  compile(cli)
  return pack('packages/cli')
}

/** Files of an earlier build would be packed too. */
function compile(cwd: string): void {
  rmSync(join(cwd, 'dist'), { recursive: true, force: true })
  const { program, args, shell } = commandLine('npx', ['tsc', '-p', '.'])
  execFileSync(program, args, { cwd, stdio: 'inherit', shell })
}

/** Packs a package, and returns the path of the tarball. */
function pack(name: string): string {
  const options = ['pack', '--silent', '--pack-destination', folder]
  const { program, args, shell } = commandLine('npm', options)
  const output = execFileSync(program, args, { cwd: join(root, name), encoding: 'utf8', shell })
  return join(folder, output.trim())
}

function show(tarball: string, purpose: string, command: string): void {
  commands.push(`Packed ${relative(root, tarball)}. ${purpose}:

  ${command}
`)
}
