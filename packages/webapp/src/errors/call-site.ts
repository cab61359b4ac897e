import { join, resolve, sep } from 'node:path'

/** This file; `undefined` in an ES module, which only a bundler makes of it. */
export const OWN_FILE: string | undefined = typeof __filename === 'string' ? __filename : undefined

// A bundle is one file, or lies in a folder of the program: there, no frame is known to be ours.
const isBundled =
  OWN_FILE === undefined || !/[\\/](dist|src)[\\/]errors[\\/]call-site\.[jt]s$/.test(OWN_FILE)

// This package's own files: dist/, and src/ if the stack is source-mapped.
const PACKAGE = resolve(OWN_FILE ?? '', '..', '..', '..')
const OWN_CODE = [join(PACKAGE, 'dist', sep), join(PACKAGE, 'src', sep)]

/**
 * File, line and column of the first stack frame outside of this package and Node; `undefined` in a
 * bundle.
 */
export function callSite(stack: string): string | undefined {
  if (isBundled) return undefined
  const frames = stack.split('\n').slice(1)
  const frame = frames.find((line) => !isOwnCode(line) && !/[ (]node:/.test(line))
  return /\(?((?:file:\/\/)?[^()\s]+:\d+:\d+)\)?$/.exec(frame ?? '')?.[1]
}

/** The path or `file:` URL of the code that called into this package. */
export function callSiteFile(): string | undefined {
  return callSite(new Error().stack ?? '')?.replace(/:\d+:\d+$/, '')
}

function isOwnCode(frame: string): boolean {
  return OWN_CODE.some((folder) => frame.includes(folder))
}
