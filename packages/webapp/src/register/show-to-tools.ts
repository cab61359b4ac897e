import { existsSync } from 'node:fs'
import Module, { createRequire } from 'node:module'
import { join } from 'node:path'

type Compile = object & {
  /** The function that ours replaced. */
  readonly original?: object
}

const { prototype } = Module as unknown as {
  readonly prototype: { readonly require: object; readonly _compile: Compile }
}

/** Whether a tool replaced a function of Node that loads modules. */
export function isLoadingObserved(): boolean {
  const { require: load, _compile: compile } = prototype
  // If the source of a future Node differs, the stand-ins load more files, which only takes longer.
  return !(
    String(load).includes('validateString') &&
    String(compile.original ?? compile).includes('wrapSafe')
  )
}

/**
 * Shows a dialect to tracing tools that find Express by its name. If a tool observes how Node loads
 * modules, this loads the stand-in for express, and the tool wraps the classes of webapp. The stand-in
 * requires the entry of the dialect, so the exports of that entry must be set before.
 */
export function showToTools(dialect: string): void {
  // The instrumentation of webapp/otel creates the spans of layers: no tool may create them again.
  if (Reflect.has(globalThis, Symbol.for('webapp.otel'))) return
  // The functions of Bun and Deno have other sources, and no such tool observes them.
  if ('Bun' in globalThis || 'Deno' in globalThis || !isLoadingObserved()) return
  const load = findStandIn(dialect)
  load?.('express')
}

/** The `require` that finds the stand-in of a dialect; undefined if there is nothing to load. */
function findStandIn(dialect: string): NodeJS.Require | undefined {
  // A bundle has no stand-ins, and some bundles have no folder: tools do not see their modules.
  if (typeof __dirname !== 'string') return undefined
  const folder = join(__dirname, '..', '..', 'stand-ins', dialect)
  if (!existsSync(folder)) return undefined
  const load = createRequire(join(folder, 'importer.js'))
  // If the stand-in is being loaded, it has asked for this entry.
  return load.cache[load.resolve('express')] === undefined ? load : undefined
}
