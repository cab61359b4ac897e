import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { UsageError } from './command.ts'

/** The file that a program gets for a specifier; undefined if it has no such package. */
export function resolveFrom(program: string, specifier: string): string | undefined {
  try {
    return createRequire(program).resolve(specifier)
  } catch {
    return undefined
  }
}

/** The content of a package.json. Editors on Windows may put a byte order mark before it. */
export function readPackageJson<Content extends object>(path: string): Content {
  try {
    return JSON.parse(readFileSync(path, 'utf8').replace(/^\uFEFF/, '')) ?? {}
  } catch (error) {
    throw new UsageError(`${path} is not valid JSON: ${(error as Error).message}. Mend it.`)
  }
}
