// biome-ignore-all lint/correctness/useImportExtensions: these run as they are written, when built.
import Module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { forcedChoice } from './choose-dialect.ts'
import { beforeFirstImport } from './first-import.ts'
import type { resolve } from './import-hook.ts'
import { hookRequire } from './require-hook.ts'

/** Both kinds of hooks are younger than the oldest Node that we support, and than its types. */
const hooks = Module as unknown as {
  registerHooks?: (hooks: { resolve: typeof resolve }) => void
  register?: (specifier: string, options: { data: unknown }) => void
}

const mark = Symbol.for('webapp.register')

/** Makes `express` mean webapp in this thread, once, however many copies of this are loaded. */
export function install(): void {
  if (Reflect.has(globalThis, mark)) return
  Reflect.set(globalThis, mark, true)
  checkEnvironment()
  hookRequire()
  hookImport()
}

/** A wrong value is an error of the start, not of the first request for express. */
function checkEnvironment(): void {
  if (!process.env.WEBAPP_DIALECT) return
  const choosing = require('./choose-dialect.js') as { forcedChoice: typeof forcedChoice }
  choosing.forcedChoice()
}

function hookImport(): void {
  if (hooks.registerHooks) {
    hooks.registerHooks(require('./import-hook.js') as { resolve: typeof resolve })
  } else if (hooks.register) {
    const { register } = hooks
    const url = pathToFileURL(join(__dirname, 'import-hook.js')).href
    beforeFirstImport(() => register(url, { data: { script: process.argv[1] } }))
  } else {
    process.emitWarning(
      `webapp/register: Node ${process.version} cannot redirect import 'express', only ` +
        "require('express'). From Node 18.19 and 20.6 on it can.",
    )
  }
}
