import Module from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { forcedChoice, main } from './choose-dialect.ts'
import { resolve } from './import-hook.ts'
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
  forcedChoice()
  hookRequire()
  hookImport()
}

function hookImport(): void {
  if (hooks.registerHooks) {
    hooks.registerHooks({ resolve })
  } else if (hooks.register) {
    hooks.register(pathToFileURL(join(__dirname, 'import-hook.js')).href, { data: main })
  } else {
    process.emitWarning(
      `webapp/register: Node ${process.version} cannot redirect import 'express', only ` +
        "require('express'). To redirect both, use Node 18.19, 20.6 or newer.",
    )
  }
}
