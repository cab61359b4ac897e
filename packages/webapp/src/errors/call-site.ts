import { dirname, join, sep } from 'node:path'

// Built and, where stacks are mapped, written code of this package: not the places looked for.
const PACKAGE = dirname(dirname(__dirname))
const OWN_CODE = [join(PACKAGE, 'dist', sep), join(PACKAGE, 'src', sep)]

/** File, line and column of the first frame outside of this package and of Node. */
export function callSite(stack: string): string | undefined {
  const frames = stack.split('\n').slice(1)
  const frame = frames.find((line) => !isOwnCode(line) && !/[ (]node:/.test(line))
  return /\(?((?:file:\/\/)?[^()\s]+:\d+:\d+)\)?$/.exec(frame ?? '')?.[1]
}

/** The file, or its URL, of the code that called into this package. */
export function callSiteFile(): string | undefined {
  return callSite(new Error().stack ?? '')?.replace(/:\d+:\d+$/, '')
}

function isOwnCode(frame: string): boolean {
  return OWN_CODE.some((folder) => frame.includes(folder))
}
