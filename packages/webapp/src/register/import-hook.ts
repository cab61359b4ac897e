// biome-ignore-all lint/correctness/useImportExtensions: these run as they are written, when built.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { started } from './choose-dialect.ts'
import { lateRedirect } from './late-redirect.ts'

interface Context {
  readonly conditions: readonly string[]
  readonly parentURL?: string | undefined
}

type Resolve<R> = (specifier: string, context: Context) => R

/** Told by the thread that registers these hooks, where they run in another. */
export function initialize(data: typeof started): void {
  const choosing = require('./choose-dialect.js') as { started: typeof started }
  choosing.started.script ??= data.script
}

/**
 * One function for both kinds of hooks, in this thread and in another: what the next hook returns,
 * a promise or not, is returned. Only the asker is changed, not the name, so that packages that
 * wrap modules by their names know this one too.
 */
export function resolve<R>(specifier: string, context: Context, next: Resolve<R>): R {
  // The other hook answers these.
  if (context.conditions.includes('require')) return next(specifier, context)
  const file = fileOf(context.parentURL)
  const standIn = lateRedirect(specifier, { file, folder: file ? dirname(file) : process.cwd() })
  if (standIn === undefined) return next(specifier, context)
  return next(specifier, { ...context, parentURL: pathToFileURL(join(standIn, 'asker.mjs')).href })
}

/** Loaders add queries to tell copies of a module apart; some modules are no files. */
function fileOf(url: string | undefined): string | undefined {
  if (!url?.startsWith('file:')) return undefined
  const { href } = new URL(url.replace(/[?#].*$/, ''))
  return fileURLToPath(href)
}
