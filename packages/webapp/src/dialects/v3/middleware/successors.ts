import { createRequire } from 'node:module'
import { isAbsolute, join, resolve as resolvePath } from 'node:path'
import { callSiteFile, OWN_FILE } from '../../../errors/call-site.ts'
import { type CreateSession, withSessionDefaults } from './session.ts'

/** Large middleware that 3.x bundled, and the packages that replace it. */
export const successors = {
  compress: 'compression',
  directory: 'serve-index',
  session: 'express-session',
} as const

export type SuccessorName = keyof typeof successors

const loaded = new Map<string, unknown>()

/** Loads the package that replaces a member, from the packages of the application. */
export function loadSuccessor(name: SuccessorName): unknown {
  const known = loaded.get(name)
  if (known !== undefined) return known
  const found = requireFromApplication(name, successors[name])
  const member = name === 'session' ? withSessionDefaults(found as CreateSession) : found
  loaded.set(name, member)
  return member
}

function requireFromApplication(name: SuccessorName, packageName: string): unknown {
  for (const base of applicationFiles()) {
    const require = createRequire(base)
    const path = resolve(require, packageName)
    if (path !== undefined) return require(path)
  }
  throw new Error(
    `webapp.${name} is the package "${packageName}", which is not installed: ` +
      `npm install ${packageName}`,
  )
}

// Where to look for the package: from the calling file, the main script (which may be a test
// runner) and the working directory, then from an Express beside them, and finally webapp itself.
function* applicationFiles(): Iterable<string> {
  const [, main] = process.argv
  const started = main === undefined ? [] : [resolvePath(main)]
  const asking = [callSiteFile() ?? []].flat().filter(isFile)
  const files = [...asking, ...started, join(process.cwd(), 'index.js')]
  yield* files
  yield* files.flatMap(bundleOf)
  if (OWN_FILE !== undefined) yield OWN_FILE
}

/**
 * A file of the connect that belongs to an installed Express 3, whose packages an application can
 * use without a dependency of its own. pnpm does not place them where the application finds them.
 */
function bundleOf(file: string): string[] {
  const express = resolve(createRequire(file), 'express/package.json')
  return express === undefined ? [] : [resolve(createRequire(express), 'connect') ?? []].flat()
}

function isFile(place: string): boolean {
  return place.startsWith('file:') || isAbsolute(place)
}

function resolve(require: NodeJS.Require, packageName: string): string | undefined {
  try {
    return require.resolve(packageName)
  } catch {
    return undefined
  }
}
