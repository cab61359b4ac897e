import { dirname } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { started } from './choose-dialect.ts'
import { redirect } from './redirect.ts'

interface Context {
  readonly conditions: readonly string[]
  readonly parentURL?: string | undefined
}

type Resolve<R> = (specifier: string, context: Context) => R

/** Told by the thread that registers these hooks, where they run in another. */
export function initialize(data: typeof started): void {
  started.script ??= data.script
}

/**
 * One function for both kinds of hooks, in this thread and in another: what the next hook returns,
 * a promise or not, is returned. It is asked in any case, so that packages that wrap modules see
 * this one too.
 */
export function resolve<R>(specifier: string, context: Context, next: Resolve<R>): R {
  // What require asks for has been answered already, and comes by as the path of a file.
  if (context.conditions.includes('require')) return next(specifier, context)
  const file = fileOf(context.parentURL)
  const folder = file ? dirname(file) : process.cwd()
  const found = redirect(specifier, { folder, file, face: 'index.mjs' })
  return next(found ? pathToFileURL(found).href : specifier, context)
}

/** Loaders add queries to tell copies of a module apart; some modules are no files. */
function fileOf(url: string | undefined): string | undefined {
  if (!url?.startsWith('file:')) return undefined
  const { href } = new URL(url.replace(/[?#].*$/, ''))
  return fileURLToPath(href)
}
