import Module from 'node:module'
import { dirname } from 'node:path'
import { lateRedirect } from './late-redirect.ts'

type ResolveFilename = (
  request: string,
  parent?: { readonly filename?: string | null } | null,
  isMain?: boolean,
  options?: { readonly paths?: readonly string[] },
) => string

// `require`, `require.resolve`, `createRequire` and packages that wrap modules all call this.
const internals = Module as unknown as { _resolveFilename: ResolveFilename }

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
