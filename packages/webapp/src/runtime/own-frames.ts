import { join, resolve, sep } from 'node:path'

const file = typeof __filename === 'string' ? __filename : undefined

/** Whether this code is in a bundle. A bundle is one file, so no stack frame is known to be ours. */
export const isBundled =
  file === undefined ||
  !/[\\/](dist[\\/]runtime\.js|src[\\/]runtime[\\/]own-frames\.ts)$/.test(file)

// This package's own files: dist/, and src/ if the stack is source-mapped.
const PACKAGE = resolve(file ?? '', file?.endsWith('.js') ? '../..' : '../../..')
const OWN_CODE = [join(PACKAGE, 'dist', sep), join(PACKAGE, 'src', sep)]

/** Whether a line of a stack is in this package. */
export function isOwnFrame(frame: string): boolean {
  return OWN_CODE.some((folder) => frame.includes(folder))
}

/** Whether a line of a stack is in Node, or in a function of the language. */
export function isNodeFrame(frame: string): boolean {
  return /(?:^|[ (])node:|\(<anonymous>\)$/.test(frame)
}
