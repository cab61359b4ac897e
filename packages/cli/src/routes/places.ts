import { fileURLToPath } from 'node:url'
import type { Place } from './model.ts'

/** Folders of frameworks, whose frames are not the program's. */
export const frameworkFolders: string[] = []

/** The place of the call in the program: the first frame outside of the framework and of us. */
export function placeOfCall(): Place | undefined {
  return placeInStack(stackOfCall())
}

/** The frames of the running call. */
export function stackOfCall(): string {
  const { stackTraceLimit } = Error
  Error.stackTraceLimit = 50
  const { stack = '' } = new Error()
  Error.stackTraceLimit = stackTraceLimit
  return stack
}

const OWN = fileURLToPath(new URL('.', import.meta.url))

/** `at name (place)` or `at place`. A folder such as `Program Files (x86)` has parentheses too. */
const FRAME = /^at (?:async )?(?:.*? \((.+):(\d+):(\d+)\)|(.+):(\d+):(\d+))$/

export function placeInStack(stack: string): Place | undefined {
  const places = stack.split('\n').flatMap((line) => {
    const match = FRAME.exec(line.trim())
    if (match === null) return []
    const [, path = match[4] ?? '', row = match[5], column = match[6]] = match
    const file = path.startsWith('file:') ? fileURLToPath(path) : path
    if (file.startsWith('node:') || file.startsWith(OWN)) return []
    if (frameworkFolders.some((folder) => file.startsWith(folder))) return []
    return [{ file, line: Number(row), column: Number(column) }]
  })
  return places.find(({ file }) => !/[\\/]node_modules[\\/]/.test(file)) ?? places[0]
}
