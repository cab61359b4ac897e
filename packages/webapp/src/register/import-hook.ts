// biome-ignore-all lint/correctness/useImportExtensions: the built program runs these paths as they are.
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { main } from './choose-dialect.ts'
import { lateRedirect } from './late-redirect.ts'

interface Context {
  readonly conditions: readonly string[]
  readonly parentURL?: string | undefined
}

type Resolve<R> = (specifier: string, context: Context) => R

/** Node calls this in a hooks thread, with the data of `module.register`. */
export function initialize(data: typeof main): void {
  const choosing = require('./choose-dialect.js') as { main: typeof main }
  choosing.main.script ??= data.script
}

/**
 * The hook for `registerHooks` (synchronous) and `register` (asynchronous): it returns the result
 * of the next hook unchanged. Only the importing file is replaced, not the specifier, so that
 * packages that wrap modules by name still recognise `express`.
 */
export function resolve<R>(specifier: string, context: Context, next: Resolve<R>): R {
  // The require hook already handles these.
  if (context.conditions.includes('require')) return next(specifier, context)
  const file = fileOf(context.parentURL)
  const standIn = lateRedirect(specifier, { file, folder: file ? dirname(file) : process.cwd() })
  if (standIn === undefined) return next(specifier, context)
  const importer = join(standIn, 'importer.mjs')
  return next(specifier, { ...context, parentURL: pathToFileURL(importer).href })
}

/** The path of a module URL without its query, which loaders add. Some modules are not files. */
function fileOf(url: string | undefined): string | undefined {
  if (!url?.startsWith('file:')) return undefined
  const { href } = new URL(url.replace(/[?#].*$/, ''))
  return fileURLToPath(href)
}
