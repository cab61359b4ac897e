// biome-ignore-all lint/correctness/useImportExtensions: the built program runs these paths as they are.
import Module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { forcedChoice } from './choose-dialect.ts'
import { beforeFirstImport } from './first-import.ts'
import type { resolve } from './import-hook.ts'
import { hookRequire } from './require-hook.ts'

/** The oldest Node that we support, and its types, have neither kind of hook. */
const hooks = Module as unknown as {
  registerHooks?: (hooks: { resolve: typeof resolve }) => void
  register?: (specifier: string, options: { data: unknown }) => void
}

const mark = Symbol.for('webapp.register')

/** Redirects `express` to webapp in this thread, once, even if several copies are loaded. */
export function install(): void {
  if (Reflect.has(globalThis, mark)) return
  Reflect.set(globalThis, mark, true)
  checkEnvironment()
  hookRequire()
  hookImport()
}

/** Reports a wrong value at start-up instead of with the first import of express. */
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
        "require('express'). To redirect both, use Node 18.19, 20.6 or newer.",
    )
  }
}
