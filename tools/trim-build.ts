import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Deletes the files of the build that no entry of the package reaches: declarations of the engine,
 * and the empty modules that remain of files with types alone (docs/decisions/0016).
 */
const packageFolder = fileURLToPath(new URL('../packages/webapp/', import.meta.url))
const dist = join(packageFolder, 'dist')
const standIns = join(packageFolder, 'stand-ins')

const built = new Set(listFiles(dist))
const kept = reach([...entries(), ...listFiles(standIns).filter((file) => /\.m?js$/.test(file))])
for (const file of built) if (!kept.has(file)) rmSync(file)

/** Every file that package.json names, for programs, compilers and bundlers. */
function entries(): string[] {
  const manifest = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  // `imports` and the keys of `browser` name joined files, which are made later.
  const { imports: _joined, browser, ...others } = manifest
  const named = JSON.stringify([others, Object.values(browser)])
  return Array.from(named.matchAll(/"(\.\/dist\/[^"]+)"/g), ([, path = '']) =>
    join(packageFolder, path),
  )
}

/** The given files, and all files of the build whose paths are written in them. */
function reach(roots: readonly string[]): Set<string> {
  const reached = new Set(roots)
  for (const file of reached) {
    for (const path of writtenPaths(file)) reached.add(path)
  }
  return reached
}

/** A path can be that of an import, a late `require`, or a file that the loader is given. */
function writtenPaths(file: string): string[] {
  const text = readFileSync(file, 'utf8')
  const isDeclaration = /\.d\.m?ts$/.test(file)
  return Array.from(text.matchAll(/["']([^"'\n]+\.m?[jt]s)["']/g)).flatMap(([, path = '']) => {
    const absolute = resolve(dirname(file), isDeclaration ? declarationOf(path) : path)
    if (built.has(absolute)) return absolute
    if (path.startsWith('.') && !existsSync(absolute))
      throw new Error(`${file} asks for ${path}, which is not in the build`)
    return []
  })
}

/** The declaration that an import in another declaration leads to. */
function declarationOf(path: string): string {
  return /\.d\.m?ts$/.test(path) ? path : path.replace(/\.(m?)[jt]s$/, '.d.$1ts')
}

function listFiles(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    return entry.isDirectory() ? listFiles(path) : path
  })
}
