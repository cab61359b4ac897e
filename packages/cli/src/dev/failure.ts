import { stripVTControlCharacters } from 'node:util'
import { parseFrames } from './errors/frames.ts'
import type { Project } from './errors/project.ts'
import type { ErrorReport } from './errors/report.ts'
import { type ErrorDescription, HOLDING } from './settings.ts'

/** The end of a program that was not asked to end. */
export interface Failure {
  /** The error that ended it, if there was one. */
  readonly error: ErrorDescription | undefined
  readonly status: string
  /** The end of standard error. */
  readonly output: string
  readonly hasListened: boolean
}

/** What the browser shows until the program runs again. */
export function reportFailure(
  failure: Failure,
  project: Project,
  { reload, editor }: { readonly reload: boolean; readonly editor?: string },
): ErrorReport {
  const error = locate(failure.error ?? describeOutput(failure), failure.output, project)
  const fix = adviceFor(error)
  return {
    status: 500,
    title: failure.hasListened ? 'The program has ended' : 'The program does not start',
    error,
    note: `${fix === undefined ? '' : `${fix} `}The program starts again when you save a file.`,
    root: project.root,
    ...(reload && { boot: HOLDING }),
    ...(editor !== undefined && { editor }),
  }
}

function describeOutput({ status, output }: Failure): ErrorDescription {
  const text = stripVTControlCharacters(output).trim()
  return {
    name: 'The program ended',
    message: `It ended with ${status}${text === '' ? '' : `:\n${text}`}`,
    code: undefined,
    stack: text,
    frames: [],
    details: undefined,
    cause: undefined,
  }
}

/** Node tells the place of a syntax error in an ES module only on standard error. */
function locate(error: ErrorDescription, output: string, project: Project): ErrorDescription {
  if (error.frames.some((frame) => frame.isOwn)) return error
  const text = stripVTControlCharacters(output)
  const found = parseFrames(text, project, { place: text, below: undefined })
  const own = found.filter((frame) => frame.isOwn)
  return own.length === 0 ? error : { ...error, frames: [...own, ...error.frames] }
}

/** A fix for errors that almost always have the same one. */
export function adviceFor({ code, message }: ErrorDescription): string | undefined {
  if (code !== 'MODULE_NOT_FOUND' && code !== 'ERR_MODULE_NOT_FOUND') return undefined
  const name = /Cannot find (?:package|module) '([^']+)'/.exec(message)?.[1]
  if (name === undefined) return undefined
  if (/^[./\\]|^[A-Za-z]:/.test(name)) return 'Check the path in the import.'
  const [scope, part] = name.split('/')
  return `Run "npm install ${name.startsWith('@') ? `${scope}/${part}` : scope}" in the project.`
}
