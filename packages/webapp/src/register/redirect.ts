import { writeSync } from 'node:fs'
import { join, relative } from 'node:path'
import { chooseDialect } from './choose-dialect.ts'
import { installedExpress } from './package-files.ts'

/** Who asks for a module, and how. */
export interface Asking {
  readonly folder: string
  /** The file that asks, where one does. */
  readonly file: string | undefined
  /** The face of the stand-in for this way of loading. */
  readonly face: 'index.js' | 'index.mjs'
}

/** Packages by the name of express, one for each dialect, that hand on webapp (decision 0011). */
const standIns = join(__dirname, '..', '..', 'stand-ins')

/** The file that a request for express or for a file inside it leads to; else Node finds it. */
export function redirect(request: string, asking: Asking): string | undefined {
  if (request === 'express') return standInFor(asking, asking.face)
  if (!request.startsWith('express/') || installedExpress(asking.folder)) return undefined
  if (request === 'express/package.json') return standInFor(asking, 'package.json')
  throw insideOfExpress(request, asking)
}

function standInFor(asking: Asking, name: string): string | undefined {
  const { dialect, reason } = chooseDialect(asking.folder)
  const asker = relative(process.cwd(), asking.file ?? asking.folder)
  if (dialect === undefined) {
    tell(`${asker} keeps its own express (${reason})`)
    return undefined
  }
  tell(`${asker} gets webapp/v${dialect} (${reason})`)
  return join(standIns, `v${dialect}`, 'node_modules', 'express', name)
}

const told = new Set<string>()

/** In one piece and at once: the program may end, or be another thread's. */
function tell(line: string): void {
  if (process.env.WEBAPP_REGISTER_LOG !== '1' || told.has(line)) return
  told.add(line)
  writeSync(2, `webapp/register: ${line}\n`)
}

function insideOfExpress(request: string, { file, face }: Asking): Error {
  const error = new Error(
    `Cannot find module '${request}'${file ? `, which ${file} asks for` : ''}: webapp/register ` +
      "stands in for 'express', not for the files inside of it. Install express beside webapp " +
      "(npm install --no-save express), or take what you need from 'express' itself.",
  )
  const code = face === 'index.js' ? 'MODULE_NOT_FOUND' : 'ERR_MODULE_NOT_FOUND'
  return Object.assign(error, { code })
}
