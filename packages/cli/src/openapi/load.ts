import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import { Server } from 'node:net'
import { dirname, join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { UsageError } from '../command.ts'
import { readPackageJson, resolveFrom } from '../program-files.ts'

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

const USUAL = ['app.js', 'server.js', 'index.js', 'src/app.js', 'src/server.js', 'src/index.js']

/** The file of the program: the given one, `main` of package.json, or a usual name. */
export function findEntry(given: string | undefined, folder: string): string {
  const { main } = readManifest(folder) as { readonly main?: string }
  const names = given === undefined ? [...(main ? [main] : []), ...USUAL] : [given]
  const found = names.map((name) => resolve(folder, name)).find((file) => existsSync(file))
  if (found !== undefined) return found
  throw new UsageError(
    given === undefined
      ? `found none of ${names.join(', ')}. Name the file of the application.`
      : `there is no file ${given}.`,
  )
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

/** The values of a module that may be its application, and those that it made a server for. */
async function loadWithoutListening(entry: string): Promise<unknown[]> {
  const served: unknown[] = []
  const { listen } = Server.prototype
  Server.prototype.listen = function (this: Server) {
    served.push(...this.listeners('request'))
    return this
  }
  try {
    const loaded = await importProgram(entry)
    const main = loaded.default as Record<string, unknown> | undefined
    return [main, loaded.app, main?.app, main?.default, ...Object.values(loaded), ...served]
  } finally {
    Server.prototype.listen = listen
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
