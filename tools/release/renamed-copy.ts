import { copyFileSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { listFiles, renameAll } from './rename.ts'
import { type Names, readSettings } from './settings.ts'

/** Copies what git knows into a folder, and gives the packages other names there. */
export function createRenamedCopy(root: string, folder: string, to: Names): void {
  const files = listFiles(root)
  for (const path of files) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    copyFileSync(join(root, path), join(folder, path))
  }
  const { leftOvers } = renameAll(folder, { from: readSettings(root).names, to, files })
  const [first] = leftOvers
  if (first !== undefined) throw new Error(`left over: ${first.path}:${first.line}: ${first.text}`)
}

/** Links the installed packages of a repository into its copy, where the framework has another name. */
export function linkPackages(root: string, folder: string, { framework }: Names): void {
  for (const place of ['node_modules', 'packages/webapp/node_modules']) {
    const target = join(folder, place)
    mkdirSync(target, { recursive: true })
    for (const name of readNames(join(root, place))) {
      if (!name.startsWith('.'))
        symlinkSync(join(root, place, name), join(target, name), 'junction')
    }
  }
  symlinkSync(join(folder, 'packages/webapp'), join(folder, 'node_modules', framework), 'junction')
}

function readNames(folder: string): string[] {
  try {
    return readdirSync(folder).filter((name) => name !== 'webapp')
  } catch {
    return []
  }
}
