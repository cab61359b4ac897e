import { fileURLToPath } from 'node:url'
import type { Frame } from '../settings.ts'
import { readExcerpt } from './excerpt.ts'
import type { Project } from './project.ts'

/** Frames with source lines: more of them would make the page long and slow. */
const MAX_EXCERPTS = 20

/**
 * The frames of a stack, in order. The place of a syntax error comes first. `below` is the part of
 * the stack below the message, if it is known: only its frames get source lines if a request may
 * have chosen the rest.
 */
export function parseFrames(stack: string, project: Project, below?: string): Frame[] {
  const quotesAll = !project.isServing
  const quotesFrames = quotesAll || below !== undefined
  let excerpts = 0
  const describe = (place: Place, isQuoted: boolean): Frame => {
    const isOwn = project.owns(place.file)
    const excerpt =
      isOwn && isQuoted && excerpts < MAX_EXCERPTS
        ? readExcerpt(place.file, place.line, project)
        : undefined
    if (excerpt !== undefined) excerpts++
    return { ...place, isOwn, ...(excerpt && { excerpt }) }
  }
  const frames = (below ?? stack).split('\n').flatMap(parseLine)
  return [
    ...compilePlaces(stack).map((place) => describe(place, quotesAll)),
    ...frames.map((place) => describe(place, quotesFrames)),
  ]
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
