import { existsSync, writeSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { ExpressMajor } from './admitted-dialects.ts'
import { type Choice, chooseDialect } from './choose-dialect.ts'
import { installedExpress } from './package-files.ts'

/** The code that requires or imports a module. */
export interface Importer {
  readonly folder: string
  /** `undefined` for code that is not in a file, such as `node --eval`. */
  readonly file: string | undefined
}

/** Each subfolder contains a package named express that re-exports webapp (docs/decisions/0011). */
const standIns = join(__dirname, '..', '..', 'stand-ins')

/**
 * The folder in which Node starts its lookup instead of the importer's folder. `undefined` if the
 * request is not for express.
 */
export function redirect(request: string, importer: Importer): string | undefined {
  if (request !== 'express' && !request.startsWith('express/')) return undefined
  // Node 20 also runs --require in the thread of import hooks, so the hook can run twice.
  if (importer.folder.startsWith(standIns)) return undefined
  const choice = chooseDialect(importer.folder)
  if (request === 'express') return standInFor(importer, choice)
  const { dialect } = choice
  if (dialect !== undefined && hasFile(folderOf(dialect), request)) {
    return standInFor(importer, choice)
  }
  if (installedExpress(importer.folder)) return undefined
  if (request === 'express/package.json') return standInFor(importer, choice)
  throw missingExpressFile(request, importer)
}

/** Whether a stand-in has a file inside Express, such as `express/lib/router/layer`. */
function hasFile(standIn: string, request: string): boolean {
  if (!request.startsWith('express/lib/')) return false
  const path = join(standIn, 'node_modules', request)
  return [path, `${path}.js`, join(path, 'index.js')].some(
    (file) => /\.js$/.test(file) && existsSync(file),
  )
}

function folderOf(dialect: ExpressMajor): string {
  return join(standIns, `v${dialect}`)
}

function standInFor(importer: Importer, { dialect, reason }: Choice): string | undefined {
  const shown = relative(process.cwd(), importer.file ?? importer.folder)
  if (dialect === undefined) {
    logOnce(`${shown} keeps its own express (${reason})`)
    return undefined
  }
  logOnce(`${shown} gets webapp/v${dialect} (${reason})`)
  return folderOf(dialect)
}

const logged = new Set<string>()

/** Writes synchronously: the process may exit at once, and hooks may run in another thread. */
function logOnce(line: string): void {
  if (process.env.WEBAPP_REGISTER_LOG !== '1' || logged.has(line)) return
  logged.add(line)
  writeSync(2, `webapp/register: ${line}\n`)
}

function missingExpressFile(request: string, { file }: Importer): Error {
  const error = new Error(
    `Cannot find module '${request}'${file ? `, required by ${file}` : ''}: webapp/register ` +
      "replaces 'express', but not the files inside the package. Install express beside webapp " +
      "(npm install --no-save express), or use the members of 'express' itself.",
  )
  // Programs use this code to detect that an optional package is not installed.
  return Object.assign(error, { code: 'MODULE_NOT_FOUND' })
}
