import { isBundled, isOwnFrame } from '../node/own-frames.ts'

/** The path of this file; `undefined` if a bundler made an ES module of it, which has no such name. */
export const OWN_FILE: string | undefined = typeof __filename === 'string' ? __filename : undefined

/**
 * File, line and column of the first stack frame outside of this package and Node; `undefined` in a
 * bundle.
 */
export function callSite(stack: string): string | undefined {
  if (isBundled) return undefined
  const frames = stack.split('\n').slice(1)
  const frame = frames.find((line) => !isOwnFrame(line) && !/[ (]node:/.test(line))
  return /\(?((?:file:\/\/)?[^()\s]+:\d+:\d+)\)?$/.exec(frame ?? '')?.[1]
}

/** The path or `file:` URL of the code that called into this package. */
export function callSiteFile(): string | undefined {
  return callSite(new Error().stack ?? '')?.replace(/:\d+:\d+$/, '')
}
