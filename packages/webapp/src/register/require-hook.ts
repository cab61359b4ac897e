import Module from 'node:module'
import { dirname } from 'node:path'
import { lateRedirect } from './late-redirect.ts'
import { isLoadingObserved } from './show-to-tools.ts'

type ResolveFilename = (
  request: string,
  parent?: { readonly filename?: string | null } | null,
  isMain?: boolean,
  options?: { readonly paths?: readonly string[] },
) => string

const internals = Module as unknown as {
  // `require`, `require.resolve`, `createRequire` and packages that wrap modules all call this.
  _resolveFilename: ResolveFilename
  readonly registerHooks?: unknown
}

export function hookRequire(): void {
  const original = internals._resolveFilename
  internals._resolveFilename = function resolveFilename(request, parent, isMain, options) {
    const file = parent?.filename ?? undefined
    const folder = options?.paths?.[0] ?? (file ? dirname(file) : process.cwd())
    const standIn = lateRedirect(request, { file, folder })
    const from = standIn === undefined ? options : { paths: [standIn] }
    return original.call(this, request, parent, isMain, from)
  }
}

/**
 * Whether a tool may see or rewrite modules while Node loads them. Only then the stand-ins load
 * the files that tools look for inside Express. Hooks of `module.registerHooks` leave no trace, so
 * `probe` loads one of these files and reports whether it was rewritten.
 */
export function isLoadingWatched(probe: () => boolean): boolean {
  return isLoadingObserved() || (internals.registerHooks !== undefined && probe())
}
