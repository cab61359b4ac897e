import { writeSync } from 'node:fs'
import { join, relative } from 'node:path'
import { chooseDialect } from './choose-dialect.ts'
import { installedExpress } from './package-files.ts'

/** Who asks for a module. */
export interface Asking {
  readonly folder: string
  /** The file that asks, where one does. */
  readonly file: string | undefined
}

/** In each a package by the name of express that hands on webapp (docs/decisions/0011). */
const standIns = join(__dirname, '..', '..', 'stand-ins')

/**
 * The folder from which Node is to look for what is asked for, instead of the one of the asker;
 * `undefined` where it is not express.
 */
export function redirect(request: string, asking: Asking): string | undefined {
  if (request === 'express') return standInFor(asking)
  if (!request.startsWith('express/') || installedExpress(asking.folder)) return undefined
  if (request === 'express/package.json') return standInFor(asking)
  throw insideOfExpress(request, asking)
}

function standInFor(asking: Asking): string | undefined {
  const { dialect, reason } = chooseDialect(asking.folder)
  const asker = relative(process.cwd(), asking.file ?? asking.folder)
  if (dialect === undefined) {
    tell(`${asker} keeps its own express (${reason})`)
    return undefined
  }
  tell(`${asker} gets webapp/v${dialect} (${reason})`)
  return join(standIns, `v${dialect}`)
}

const told = new Set<string>()

/** In one piece and at once: the program may end, or be another thread's. */
function tell(line: string): void {
  if (process.env.WEBAPP_REGISTER_LOG !== '1' || told.has(line)) return
  told.add(line)
  writeSync(2, `webapp/register: ${line}\n`)
}

function insideOfExpress(request: string, { file }: Asking): Error {
  const error = new Error(
    `Cannot find module '${request}'${file ? `, which ${file} asks for` : ''}: webapp/register ` +
      "stands in for 'express', not for the files inside of it. Install express beside webapp " +
      "(npm install --no-save express), or take what you need from 'express' itself.",
  )
  // By this code programs tell a package that is missing from one that is broken.
  return Object.assign(error, { code: 'MODULE_NOT_FOUND' })
}
