#!/usr/bin/env node
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'

// The program of this package. The commands are in a package of their own, which installs a program with
// the same name. Package managers differ in which of the two they link, so this one starts the other.

const CLI = '@webapp/cli'

interface Manifest {
  readonly name: string
  readonly version: string
  readonly bin?: Readonly<Record<string, string>>
  /** Only a package from a registry has it: `npm run release` writes it. */
  readonly published?: object
}

const file = findCommands()
if (file === undefined) {
  console.error(explain(readManifest(join(__dirname, '../package.json'))))
  process.exitCode = 1
} else {
  const { href } = pathToFileURL(file)
  import(href)
}

/** The program of the command line, beside the link that was started or in the project of the user. */
function findCommands(): string | undefined {
  const paths = [dirname(process.argv[1] ?? __filename), process.cwd()]
  try {
    const manifest = require.resolve(`${CLI}/package.json`, { paths })
    const [program] = Object.values(readManifest(manifest).bin ?? {})
    return program === undefined ? undefined : join(dirname(manifest), program)
  } catch {
    return undefined
  }
}

function readManifest(path: string): Manifest {
  return JSON.parse(readFileSync(path, 'utf8'))
}

function explain({ name, version, published }: Manifest): string {
  const reason = `${name}: the commands are in the package ${CLI}, which is not installed here.`
  if (published !== undefined) return `${reason} Run: npm install --save-dev ${CLI}@${version}`
  return `${reason} "npm run pack" in the repository of ${name} prints the line that installs it.`
}
