import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, statSync } from 'node:fs'
import { extname, join, sep } from 'node:path'
import { EXTENSIONS } from '../syntax/source-file.ts'

const NEVER = new Set(['node_modules', '.git', '.hg', '.svn', 'coverage', 'bower_components'])
const BUILT = new Set(['dist', 'build', 'out', '.next', '.nuxt'])

/** The source files in a folder, sorted, without those that git ignores and other people's code. */
export function findSourceFiles(folder: string): string[] {
  const found = listedByGit(folder) ?? walk(folder)
  return found
    .filter((path) => EXTENSIONS.includes(extname(path)) && !/\.min\.[cm]?js$/.test(path))
    .sort()
}

/** Tracked files and new ones that are not ignored; `undefined` outside of a git repository. */
function listedByGit(folder: string): string[] | undefined {
  try {
    const output = execFileSync(
      'git',
      ['ls-files', '--cached', '--others', '--exclude-standard', '-z'],
      { cwd: folder, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'], maxBuffer: 1 << 28 },
    )
    const paths = output.split('\0').filter((path) => path !== '')
    // An ignored folder inside of a repository lists nothing, but has files.
    if (paths.length === 0) return undefined
    return [...new Set(paths)]
      .filter((path) => !path.split('/').some((part) => NEVER.has(part)))
      .map((path) => join(folder, ...path.split('/')))
      .filter((path) => existsSync(path) && statSync(path).isFile())
  } catch {
    return undefined
  }
}

function walk(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const names = new Set(entries.map(({ name }) => name))
  return entries.flatMap((entry) => {
    const path = `${folder}${sep}${entry.name}`
    if (entry.isFile()) return [path]
    if (!entry.isDirectory() || NEVER.has(entry.name)) return []
    // Without a .gitignore, a build is known by the sources beside it.
    if (BUILT.has(entry.name) && (names.has('src') || names.has('tsconfig.json'))) return []
    return walk(path)
  })
}
