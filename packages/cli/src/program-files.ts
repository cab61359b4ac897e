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

const USUAL = ['app', 'server', 'index', 'src/app', 'src/server', 'src/index', 'src/main', 'main']
const EXTENSIONS = ['.js', '.mjs', '.cjs', '.ts', '.mts', '.cts']

/** The names that main files usually have. */
export function usualFiles(): string[] {
  return USUAL.flatMap((name) => EXTENSIONS.map((extension) => `${name}${extension}`))
}

/** The file that the script `webapp dev src/server.ts` names. */
export function developedFile(script: unknown): string | undefined {
  if (typeof script !== 'string') return undefined
  return /\bwebapp dev\s+(\S+\.[cm]?[jt]s)\b/.exec(script)?.[1]
}
