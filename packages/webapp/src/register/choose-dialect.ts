import { dirname, join } from 'node:path'
import { admittedDialects, type Dialect } from './admitted-dialects.ts'
import { declaredRange, installedExpress } from './package-files.ts'

/** What a file gets for express, and why; without a dialect it is left to Node. */
export interface Choice {
  readonly dialect: Dialect | undefined
  readonly reason: string
}

/** The script that was started. The thread of import hooks cannot know it, and is told. */
export const started = { script: process.argv[1] }

const choices = new Map<string, Choice>()

/** The dialect of the Express that files of this folder would have got. */
export function chooseDialect(folder: string): Choice {
  const known = choices.get(folder)
  if (known !== undefined) return known
  const choice = forcedChoice() ?? choose(folder)
  choices.set(folder, choice)
  return choice
}

/** What the environment wants, for all files. */
export function forcedChoice(): Choice | undefined {
  const wanted = process.env.WEBAPP_DIALECT
  if (wanted === undefined || wanted === '') return undefined
  const [dialect] = /^v?[345]$/.test(wanted) ? (admittedDialects(wanted) ?? []) : []
  if (dialect === undefined) {
    throw new RangeError(`WEBAPP_DIALECT is '${wanted}', but must be 3, 4 or 5`)
  }
  return { dialect, reason: 'WEBAPP_DIALECT' }
}

/**
 * A range that admits one dialect decides. Where there is none, or one that admits several, so does
 * the original that is installed, then the application that was started, then the newest.
 */
function choose(folder: string): Choice {
  const declared = declaredRange(folder)
  const admitted = declared && admittedDialects(declared.version)
  if (declared && admitted && admitted.length < 2) {
    return { dialect: admitted[0], reason: `express ${declared.version} in ${declared.file}` }
  }
  const admits: Admits = (dialect) => admitted === undefined || admitted.includes(dialect)
  return (
    choiceByInstalled(folder, admits) ??
    choiceByStarted(folder, admits) ?? {
      dialect: admitted?.[0] ?? 5,
      reason: declared ? `express ${declared.version} in ${declared.file}` : 'the default',
    }
  )
}

type Admits = (dialect: Dialect) => boolean

function choiceByInstalled(folder: string, admits: Admits): Choice | undefined {
  const installed = installedExpress(folder)
  if (installed === undefined) return undefined
  const dialect = admittedDialects(installed.version)?.[0]
  if (dialect !== undefined && !admits(dialect)) return undefined
  return { dialect, reason: `installed express ${installed.version}` }
}

/** For packages that are installed above the application that uses them, as in a monorepo. */
function choiceByStarted(folder: string, admits: Admits): Choice | undefined {
  // In a worker the command line comes after what --require preloads.
  const application = dirname(started.script ?? process.argv[1] ?? join(process.cwd(), 'script'))
  if (folder === application) return undefined
  const { dialect } = chooseDialect(application)
  if (dialect === undefined || !admits(dialect)) return undefined
  return { dialect, reason: `as ${application}` }
}
