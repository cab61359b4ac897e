import { readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

interface PackageFile {
  readonly name?: unknown
  readonly version?: unknown
  readonly [field: string]: unknown
}

/** A version or version range of express, and the package.json that contains it. */
export interface Found {
  readonly file: string
  readonly version: string
}

const installedFields = ['dependencies', 'optionalDependencies']
const declaringFields = [...installedFields, 'devDependencies', 'peerDependencies']

/**
 * The version range of express in the nearest package.json that declares one. For an installed
 * package only its own dependencies count; its peer dependencies depend on the application.
 */
export function declaredRange(folder: string): Found | undefined {
  return findUpwards(folder, (at) => {
    const file = join(at, 'package.json')
    const content = readPackage(file)
    const version = content && rangeIn(content, isInstalled(at) ? installedFields : declaringFields)
    return version === undefined ? undefined : { file, version }
  })
}

/** The Express that `require('express')` in this folder would load. */
export function installedExpress(folder: string): Found | undefined {
  return findUpwards(folder, (at) => {
    const file = join(at, 'node_modules', 'express', 'package.json')
    const content = readPackage(file)
    if (content?.name !== 'express' || typeof content.version !== 'string') return undefined
    return { file, version: content.version }
  })
}

/** Whether the nearest package.json declares that `.js` files are ES modules. */
export function isModuleScope(file: string): boolean {
  const nearest = findUpwards(dirname(file), (at) => readPackage(join(at, 'package.json')))
  return nearest?.type === 'module'
}

function findUpwards<T>(folder: string, look: (at: string) => T | undefined): T | undefined {
  for (let at = folder; ; at = dirname(at)) {
    const found = basename(at) === 'node_modules' ? undefined : look(at)
    if (found !== undefined || at === dirname(at)) return found
  }
}

function isInstalled(folder: string): boolean {
  return /[\\/]node_modules[\\/]/.test(folder)
}

function rangeIn(content: PackageFile, fields: readonly string[]): string | undefined {
  for (const field of fields) {
    const range = (content[field] as Record<string, unknown> | undefined)?.express
    if (typeof range === 'string') return range
  }
  return undefined
}

/** `undefined` if the file is missing or is not valid JSON. */
function readPackage(file: string): PackageFile | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) ?? undefined
  } catch {
    return undefined
  }
}
