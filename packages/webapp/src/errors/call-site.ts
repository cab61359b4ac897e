import { dirname, join, sep } from 'node:path'

// This package's own files: dist/, and src/ if the stack is source-mapped.
const PACKAGE = dirname(dirname(__dirname))
const OWN_CODE = [join(PACKAGE, 'dist', sep), join(PACKAGE, 'src', sep)]

/** File, line and column of the first stack frame outside of this package and Node. */
export function callSite(stack: string): string | undefined {
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
