import { fileURLToPath } from 'node:url'
import type { Excerpt, Frame } from '../settings.ts'
import { readExcerpt } from './excerpt.ts'
import type { Project } from './project.ts'
import type { StackParts } from './stack-head.ts'

/** Frames with source lines: more of them would make the page long and slow. */
const MAX_EXCERPTS = 20

/** Characters of a stack that are searched for frames. A message may be long. */
const MAX_BELOW = 20_000

/**
 * The frames of a stack, in order. The place of a syntax error comes first. If a request may have
 * chosen texts of the error, source lines are read only for frames below the message, and a syntax
 * error gets the line that Node wrote before the message.
 */
export function parseFrames(stack: string, project: Project, parts?: StackParts): Frame[] {
  const quotesAll = !project.isServing
  const below = parts?.below?.slice(0, MAX_BELOW)
  const quotesFrames = quotesAll || below !== undefined
  let excerpts = 0
  const describe = (place: Place, excerptOf: () => Excerpt | undefined): Frame => {
    const isOwn = project.owns(place.file)
    const excerpt = isOwn && excerpts < MAX_EXCERPTS ? excerptOf() : undefined
    if (excerpt === undefined) return { ...place, isOwn }
    excerpts++
    const canOpen = project.quotablePath(place.file) !== undefined
    return { ...place, isOwn, canOpen, excerpt }
  }
  const read = ({ file, line }: Place) => readExcerpt(file, line, project)
  const written = writtenExcerpt(parts?.place ?? '')
  return [
    ...compilePlaces(stack).map((place) =>
      describe(place, () => (quotesAll ? read(place) : written)),
    ),
    ...(below ?? stack)
      .split('\n')
      .flatMap(parseLine)
      .map((place) => describe(place, () => (quotesFrames ? read(place) : undefined))),
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

const BY_NODE = /^((?:file:\/\/|\/|[A-Za-z]:\\).*?):(\d+)\n(.*)\n[ \t]*\^/m

/** The line of code at the place of a syntax error, as Node wrote it: the file is not read. */
function writtenExcerpt(place: string): Excerpt | undefined {
  const match = BY_NODE.exec(place)
  return match === null ? undefined : { firstLine: Number(match[2]), lines: [match[3] ?? ''] }
}

/**
 * The place of a syntax error. Node writes it before the message: `/srv/app.js:3`, a line of code,
 * and a caret. esbuild, which tsx uses, writes `/srv/app.ts:3:7: ERROR: …` into the message.
 */
function compilePlaces(stack: string): Place[] {
  const byNode = BY_NODE.exec(stack)
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
