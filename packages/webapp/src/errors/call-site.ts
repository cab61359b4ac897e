import { fileURLToPath } from 'node:url'
import { isBundled, isNodeFrame, isOwnFrame } from '../runtime/own-frames.ts'

/** The path of this file; `undefined` if a bundler made an ES module of it, which has no such name. */
export const OWN_FILE: string | undefined = typeof __filename === 'string' ? __filename : undefined

/** A frame is `at name (place)` or `at place`; a place may contain spaces and parentheses. */
const FRAME = /^\s+at (?:async )?(?:.*? \((.+:\d+:\d+)\)|(.+:\d+:\d+))$/

/**
 * File, line and column of the first stack frame outside of this package and Node; `undefined` in a
 * bundle, and if `Error.prepareStackTrace` of the program returned something else than text.
 */
export function callSite(stack: unknown): string | undefined {
  const frame = FRAME.exec(framesOf(stack)?.[0] ?? '')
  return frame?.[1] ?? frame?.[2]
}

/** The stack frames from the first one outside of this package and Node on, where `callSite` is known. */
export function framesOf(stack: unknown): string[] | undefined {
  if (isBundled || typeof stack !== 'string') return undefined
  const lines = stack.split('\n')
  const start = lines.findIndex(
    (line) => FRAME.test(line) && !isOwnFrame(line) && !isNodeFrame(line),
  )
  return start === -1 ? undefined : lines.slice(start)
}

/** The path of a call site, and its line and column as in `:4:9`. Those of evaluated code are not a path. */
export function splitSite(site: string): readonly [path: string, position: string] {
  const [, file = '', position = ''] = /^(.*?)((?::\d+:\d+)?)$/.exec(site) ?? []
  return [file.startsWith('file:') ? fileURLToPath(file) : file, position]
}

/** The path or `file:` URL of the code that called into this package. */
export function callSiteFile(): string | undefined {
  return callSite(new Error().stack)?.replace(/:\d+:\d+$/, '')
}
