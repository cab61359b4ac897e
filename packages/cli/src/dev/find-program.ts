import { readFileSync, statSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { UsageError } from '../command.ts'
import { developedFile } from '../program-files.ts'

/** The program that `webapp dev` starts. */
export interface Program {
  readonly file: string
  /** The folder with the nearest package.json, or that of the file. */
  readonly root: string
}

const NAMES = ['server', 'app', 'index', 'main', 'src/server', 'src/app', 'src/index', 'src/main']
const EXTENSIONS = ['.ts', '.mts', '.cts', '.js', '.mjs', '.cjs']

/** Finds the program: the given file, or the one that the project names. */
export function findProgram(given: string | undefined, folder: string): Program {
  const file = given === undefined ? findDefault(folder) : checkGiven(given, folder)
  return { file, root: findRoot(dirname(file)) }
}

function checkGiven(given: string, folder: string): string {
  const file = resolve(folder, given)
  if (isFile(file)) return file
  const candidates = EXTENSIONS.map((extension) => file + extension).filter(isFile)
  if (candidates[0] !== undefined) return candidates[0]
  if (isFolder(file)) {
    throw new UsageError(
      `"${given}" is a folder. Name the file to start, such as ${join(given, 'server.js')}.`,
    )
  }
  throw new UsageError(`there is no file "${given}" in ${folder}. Name the file to start.`)
}

function findDefault(folder: string): string {
  const { scripts, main } = readPackage(folder)
  const developed = developedFile(scripts?.dev) ?? []
  const named = [developed, filesInScript(scripts?.start), typeof main === 'string' ? main : []]
  const guesses = NAMES.flatMap((name) => EXTENSIONS.map((extension) => name + extension))
  const found = [...named.flat(), ...guesses].map((name) => resolve(folder, name)).find(isFile)
  if (found !== undefined) return found
  throw new UsageError(
    `found no program in ${folder}. Name the file to start: webapp dev server.js`,
  )
}

/** The file in a script such as `node --enable-source-maps bin/www`. */
function filesInScript(script: unknown): string[] {
  if (typeof script !== 'string') return []
  const words = script.trim().split(/\s+/)
  const at = words.findIndex((word) => /^(?:node|tsx|ts-node)$/.test(word))
  return at === -1 ? [] : words.slice(at + 1).filter((word) => !word.startsWith('-'))
}

interface PackageFile {
  readonly scripts?: { readonly dev?: unknown; readonly start?: unknown }
  readonly main?: unknown
}

function readPackage(folder: string): PackageFile {
  try {
    return (JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as PackageFile) ?? {}
  } catch {
    return {}
  }
}

function findRoot(start: string): string {
  for (let folder = start; ; folder = dirname(folder)) {
    if (isFile(join(folder, 'package.json'))) return folder
    if (dirname(folder) === folder) return start
  }
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() === true
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}
