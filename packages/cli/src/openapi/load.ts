import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../command.ts'
import { keepFromListening } from '../keep-from-listening.ts'
import { developedFile, readPackageJson, resolveFrom, usualFiles } from '../program-files.ts'

/** A program whose document is written. */
export interface Program {
  readonly app: object
  /** The module `webapp/openapi` that the program itself uses. */
  readonly openapi: OpenapiModule
  readonly routes: (app: object) => readonly { readonly functions: readonly object[] }[]
  /** The manifest of the program's package. */
  readonly manifest: { readonly name?: string; readonly version?: string }
}

export interface OpenapiModule {
  describe(app: object, options: object): object
}

/** The file of the program: the given one, the one that package.json names, or a usual name. */
export function findEntry(given: string | undefined, folder: string): string {
  if (given !== undefined) {
    const file = resolve(folder, given)
    if (existsSync(file)) return file
    throw new UsageError(`there is no file ${given}.`)
  }
  const { main, scripts } = readManifest(folder) as Manifest
  const developed = developedFile(scripts?.dev)
  const named = [main, developed].filter((name) => name !== undefined)
  const found = [...named, ...usualFiles()]
    .map((name) => resolve(folder, name))
    .find((file) => existsSync(file))
  if (found !== undefined) return found
  throw new UsageError('found no application here. Name its file: webapp openapi src/app.js')
}

interface Manifest {
  readonly main?: string
  readonly scripts?: { readonly dev?: unknown }
}

/** Loads a program without letting it listen, and finds its application. */
export async function loadProgram(entry: string): Promise<Program> {
  const require = createRequire(entry)
  const openapi = (await importFrom(require, 'webapp/openapi')) as OpenapiModule
  const webapp = (await importFrom(require, 'webapp')) as { default: Program }
  const { routes } = webapp.default
  const listeners = await loadWithoutListening(entry)
  const app = listeners.find((each) => isApplication(each, routes))
  if (app === undefined) {
    throw new UsageError(
      `${entry} exports no application. Export it as the default or as "app", or let it listen.`,
    )
  }
  return { app, openapi, routes, manifest: readManifest(dirname(entry)) }
}

async function importFrom(require: NodeJS.Require, name: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(require.resolve(name)).href)
  } catch (error) {
    if ((error as { code?: string }).code !== 'MODULE_NOT_FOUND') throw error
    throw new UsageError(`the program has no ${name}: install webapp in its folder.`)
  }
}

/** How long a program may still load after it let a server listen. */
const GRACE_MS = 10_000

/** The values of a module that may be its application, and those that it made a server for. */
async function loadWithoutListening(entry: string): Promise<unknown[]> {
  const served: unknown[] = []
  let timer: NodeJS.Timeout | undefined
  let settle: (nothing: Record<string, unknown>) => void = () => {}
  // A program that waits at its top level until its server listens is never loaded.
  const waitsForEver = new Promise<Record<string, unknown>>((resolve) => {
    settle = resolve
  })
  const end = () => settle({})
  const restore = keepFromListening((server) => {
    served.push(...server.listeners('request'))
    timer ??= setTimeout(end, GRACE_MS).unref()
  })
  process.once('beforeExit', end)
  try {
    const loaded = await Promise.race([importProgram(entry), waitsForEver])
    const main = loaded.default as Record<string, unknown> | undefined
    return [main, loaded.app, main?.app, main?.default, ...Object.values(loaded), ...served]
  } finally {
    clearTimeout(timer)
    process.off('beforeExit', end)
    restore()
  }
}

async function importProgram(entry: string): Promise<Record<string, unknown>> {
  try {
    if (/\.[cm]?tsx?$/.test(entry)) await translateTypeScript(entry)
    return (await import(pathToFileURL(entry).href)) as Record<string, unknown>
  } catch (error) {
    const { name, message, code } = error as NodeJS.ErrnoException
    const shown = error instanceof Error ? `${name}: ${message}` : String(error)
    const advice =
      code === 'ERR_UNKNOWN_FILE_EXTENSION'
        ? 'Run "npm install --save-dev tsx" in the project, so that it runs TypeScript.'
        : 'It must load without errors, as with node.'
    throw new UsageError(`${entry} failed while it was loaded: ${shown}. ${advice}`)
  }
}

/** With tsx, if the project has it: newer versions of Node read TypeScript themselves. */
async function translateTypeScript(entry: string): Promise<void> {
  const tsx = resolveFrom(entry, 'tsx')
  if (tsx !== undefined) await import(pathToFileURL(tsx).href)
}

function isApplication(value: unknown, routes: Program['routes']): value is object {
  if (typeof value !== 'function' && (typeof value !== 'object' || value === null)) return false
  try {
    routes(value)
    return true
  } catch {
    return false
  }
}

/** The nearest package.json. */
function readManifest(folder: string): Program['manifest'] {
  const file = join(folder, 'package.json')
  if (existsSync(file)) return readPackageJson(file)
  return dirname(folder) === folder ? {} : readManifest(dirname(folder))
}
