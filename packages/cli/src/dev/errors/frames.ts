import { isAbsolute, join, sep } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Frame } from '../settings.ts'
import { readExcerpt } from './excerpt.ts'

/** Which files are the user's own. */
export interface Ownership {
  /** The folder of the project. */
  readonly root: string
  /** The folder of webapp. */
  readonly framework: string
}

/** Frames with source lines: more of them would make the page long and slow. */
const MAX_EXCERPTS = 20

/** The frames of a stack, in order. The place of a syntax error comes first. */
export function parseFrames(stack: string, ownership: Ownership): Frame[] {
  const lines = stack.split('\n')
  const frames = [...compilePlaces(stack), ...lines.flatMap(parseLine)]
  let excerpts = 0
  return frames.map(({ call, file, line, column }) => {
    const isOwn = isOwnFile(file, ownership)
    const excerpt = isOwn && excerpts < MAX_EXCERPTS ? readExcerpt(file, line) : undefined
    if (excerpt !== undefined) excerpts++
    return { call, file, line, column, isOwn, ...(excerpt && { excerpt }) }
  })
}

type Place = Pick<Frame, 'call' | 'file' | 'line' | 'column'>

const FRAME =
  /^\s+at (?:(.*?) \()?((?:file:\/\/|node:|[A-Za-z]:[\\/]|\/|\.)?[^()]*?):(\d+):(\d+)\)?$/

function parseLine(text: string): Place[] {
  const match = FRAME.exec(text)
  if (match === null) return []
  const [, call = '', file = '', line, column] = match
  const name = call.replace(/^async /, '').replace(/^Object\.<anonymous>$/, '')
  return [
    {
      call: name,
      file: pathOf(file.replace(/^async /, '')),
      line: Number(line),
      column: Number(column),
    },
  ]
}

/**
 * The place of a syntax error. Node writes it before the message: `/srv/app.js:3`, a line of code,
 * and a caret. esbuild, which tsx uses, writes `/srv/app.ts:3:7: ERROR: …` into the message.
 */
function compilePlaces(stack: string): Place[] {
  const byNode = /^((?:file:\/\/|\/|[A-Za-z]:\\).*?):(\d+)\n.*\n[ \t]*\^/m.exec(stack)
  if (byNode !== null) {
    return [{ call: '', file: pathOf(byNode[1] ?? ''), line: Number(byNode[2]), column: 1 }]
  }
  return [...stack.matchAll(/^(\S.*?):(\d+):(\d+): ERROR: /gm)].map(
    ([, file = '', line, column]) => ({
      call: '',
      file: pathOf(file),
      line: Number(line),
      column: Number(column) + 1,
    }),
  )
}

/** The path of a module, without the query that loaders add. */
function pathOf(file: string): string {
  if (!file.startsWith('file:')) return file
  try {
    return fileURLToPath(new URL(file).href.replace(/[?#].*$/, ''))
  } catch {
    return file
  }
}

function isOwnFile(file: string, { root, framework }: Ownership): boolean {
  if (!isAbsolute(file) || file.includes(`${sep}node_modules${sep}`)) return false
  return isInside(file, root) && !(framework !== '' && isInside(file, framework))
}

function isInside(file: string, folder: string): boolean {
  return file.startsWith(join(folder, sep))
}
