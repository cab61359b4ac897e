import { execFileSync } from 'node:child_process'
import { lstatSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findLeftOvers, type LeftOver, renameIn } from './names.ts'
import { type Names, readSettings } from './settings.ts'

// tsx tools/release/rename.ts --to-proposal: gives the packages the names that release.json proposes, in
// every file that names them, and says what is left over.
//
//   --framework, --cli, --create, --command <name>   other names than the proposed ones
//   --root <folder>                                  another copy of the repository
//   --check                                          changes nothing

if (process.argv[1] === fileURLToPath(import.meta.url)) main()

function main(): void {
  const { values } = parseArgs({
    options: {
      'to-proposal': { type: 'boolean', default: false },
      framework: { type: 'string' },
      cli: { type: 'string' },
      create: { type: 'string' },
      command: { type: 'string' },
      root: { type: 'string', default: fileURLToPath(new URL('../..', import.meta.url)) },
      check: { type: 'boolean', default: false },
    },
  })
  const root = resolve(values.root)
  const { names, proposal } = readSettings(root)
  const chosen = values['to-proposal'] ? proposal : names
  const to: Names = {
    framework: values.framework ?? chosen.framework,
    cli: values.cli ?? chosen.cli,
    create: values.create ?? chosen.create,
    command: values.command ?? chosen.command,
  }
  const { changed, leftOvers } = renameAll(root, { from: names, to, isDry: values.check })
  console.log(`${changed} files ${values.check ? 'would change' : 'changed'}`)
  for (const { path, line, text } of leftOvers) console.log(`left over: ${path}:${line}: ${text}`)
  process.exitCode = leftOvers.length === 0 ? 0 : 1
}

interface Renamed {
  readonly changed: number
  readonly leftOvers: readonly LeftOver[]
}

interface Renaming {
  readonly from: Names
  readonly to: Names
  readonly isDry?: boolean
  /** Paths; all files that git knows if missing. */
  readonly files?: readonly string[]
}

/** Renames in all files of a repository. The names are in release.json afterwards. */
export function renameAll(
  root: string,
  { from, to, isDry, files = listFiles(root) }: Renaming,
): Renamed {
  let changed = 0
  const leftOvers: LeftOver[] = []
  for (const path of files) {
    const text = readText(join(root, path))
    if (text === undefined) continue
    const renamed = path === 'release.json' ? withNames(text, to) : renameIn(path, text, from, to)
    leftOvers.push(...findLeftOvers(path, renamed, from, to))
    if (renamed === text) continue
    changed++
    if (!isDry) writeFileSync(join(root, path), renamed)
  }
  return { changed, leftOvers }
}

function withNames(text: string, names: Names): string {
  return text.replace(/(?<="names": )\{[^}]*\}/, () =>
    JSON.stringify(names, undefined, 2).replaceAll('\n', '\n  '),
  )
}

export function listFiles(root: string): string[] {
  const options = { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 } as const
  return execFileSync('git', ['ls-files', '-z'], options).split('\0').filter(Boolean)
}

/** The text of a file; `undefined` for a file that is deleted, for links, and for files that are not text. */
function readText(file: string): string | undefined {
  if (!lstatSync(file, { throwIfNoEntry: false })?.isFile()) return undefined
  const bytes = readFileSync(file)
  return bytes.includes(0) ? undefined : bytes.toString('utf8')
}
