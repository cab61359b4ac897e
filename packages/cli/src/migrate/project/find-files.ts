import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, realpathSync, statSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import { EXTENSIONS } from '../syntax/source-file.ts'

const NEVER = new Set(['node_modules', '.git', '.hg', '.svn', 'coverage', 'bower_components'])
const BUILT = new Set(['dist', 'build', 'out', '.next', '.nuxt'])

export interface SourceFiles {
  /** The paths of the files, sorted. */
  readonly paths: readonly string[]
  /** Paths that lead out of the folder through a symbolic link. */
  readonly outside: readonly string[]
}

/** The source files in a folder, without those that git ignores and other people's code. */
export function findSourceFiles(folder: string): SourceFiles {
  const found = (listedByGit(folder) ?? walk(folder))
    .filter((path) => EXTENSIONS.includes(extname(path)) && !/\.min\.[cm]?js$/.test(path))
    .sort()
  const root = realpathSync(folder)
  // The target of a link inside of the folder has a path of its own, or is ignored.
  const isLinked = (path: string) => realpathSync(path) !== join(root, relative(folder, path))
  return {
    paths: found.filter((path) => !isLinked(path)),
    outside: found.filter((path) => !isInside(root, realpathSync(path))),
  }
}

/** Whether a path without links is in a folder without links. */
export function isInside(root: string, path: string): boolean {
  return path.startsWith(root.endsWith(sep) ? root : root + sep)
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
      .filter(isFile)
  } catch {
    return undefined
  }
}

/** Whether a path is a file, or a link to one. */
function isFile(path: string): boolean {
  return existsSync(path) && statSync(path).isFile()
}

function walk(folder: string): string[] {
  const entries = readdirSync(folder, { withFileTypes: true })
  const names = new Set(entries.map(({ name }) => name))
  return entries.flatMap((entry) => {
    const path = `${folder}${sep}${entry.name}`
    if (entry.isFile() || (entry.isSymbolicLink() && isFile(path))) return [path]
    if (!entry.isDirectory() || NEVER.has(entry.name)) return []
    // Without a .gitignore, a build is known by the sources beside it.
    if (BUILT.has(entry.name) && (names.has('src') || names.has('tsconfig.json'))) return []
    return walk(path)
  })
}
