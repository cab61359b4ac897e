import { existsSync, mkdtempSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { UsageError } from '../command.ts'
import { findRegister, typeScriptFlags } from '../dev/node-arguments.ts'
import type { ShadowOptions } from './options.ts'
import type { RecorderSettings } from './protocol.ts'

/** All that the process that compares has to know. */
export interface Plan {
  readonly file: string
  /** The file of the copy on webapp. */
  readonly copyFile: string
  readonly args: readonly string[]
  /** Flags of Node for the program and its copies. */
  readonly flags: readonly string[]
  readonly folder: string
  /** The working directory of the copy on webapp. */
  readonly copyFolder: string
  /** The folder of the socket, which other users cannot read. */
  readonly temporaryFolder: string
  readonly options: ShadowOptions
}

export function createPlan(
  file: string,
  options: ShadowOptions,
  { args, flags }: Pick<Plan, 'args' | 'flags'>,
): Plan {
  const folder = process.cwd()
  const { copyFile, copyFolder } = findCopy(file, folder, options.copy)
  // Reports now if webapp is not installed.
  findRegister(copyFile)
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'webapp-shadow-'))
  return { file, copyFile, copyFolder, args, flags, folder, temporaryFolder, options }
}

/**
 * The program of the copy on webapp. In a folder, such as another checkout, it is the file with the same
 * place, and its working directory is that folder, because views and files are often found from there.
 */
function findCopy(
  file: string,
  folder: string,
  copy: string | undefined,
): Pick<Plan, 'copyFile' | 'copyFolder'> {
  if (copy === undefined) return { copyFile: file, copyFolder: folder }
  const given = resolve(copy)
  const found = statSync(given, { throwIfNoEntry: false })
  if (found === undefined) throw new UsageError(`there is no file or folder ${given} for --copy.`)
  if (!found.isDirectory()) return { copyFile: given, copyFolder: folder }
  const copyFile = join(given, relative(folder, file))
  if (existsSync(copyFile)) return { copyFile, copyFolder: given }
  throw new UsageError(`--copy names a folder without ${relative(folder, file)}. Name the file.`)
}

export function recorderSettings({ temporaryFolder, options }: Plan): RecorderSettings {
  const { sample, methods, limit } = options
  const isWindows = process.platform === 'win32'
  const socket = isWindows
    ? join('\\\\.\\pipe', temporaryFolder, 'recordings')
    : join(temporaryFolder, 'socket')
  return { socket, sample, methods, limit }
}

/** Flags of Node for the program itself. */
export function originalFlags({ file, flags }: Plan): string[] {
  return [...flags, `--import=${moduleUrl('./original/preload.js')}`, ...typeScriptFlags(file)]
}

/** Flags of Node for the copy on Express, and for the one on webapp. */
export function copyFlags({ file, copyFile, flags }: Plan): {
  control: string[]
  webapp: string[]
} {
  return {
    control: [...flags, ...typeScriptFlags(file)],
    webapp: [...flags, `--require=${findRegister(copyFile)}`, ...typeScriptFlags(copyFile)],
  }
}

function moduleUrl(path: string): string {
  return new URL(path, import.meta.url).href
}
