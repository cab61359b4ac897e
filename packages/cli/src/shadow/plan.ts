import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
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
  /** The folder of the socket, which other users cannot read. */
  readonly temporaryFolder: string
  readonly options: ShadowOptions
}

export function createPlan(
  file: string,
  options: ShadowOptions,
  { args, flags }: Pick<Plan, 'args' | 'flags'>,
): Plan {
  const copyFile = options.copy === undefined ? file : resolve(options.copy)
  // Reports now if webapp is not installed.
  findRegister(copyFile)
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'webapp-shadow-'))
  return { file, copyFile, args, flags, folder: process.cwd(), temporaryFolder, options }
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
