import { dirname, join } from 'node:path'
import { admittedDialects, type ExpressMajor } from './admitted-dialects.ts'
import { declaredRange, installedExpress } from './package-files.ts'

/** The dialect that a file gets for express. Without a dialect, Node resolves express itself. */
export interface Choice {
  readonly dialect: ExpressMajor | undefined
  readonly reason: string
}

/** The main script. A thread for import hooks cannot read it, so the main thread passes it on. */
export const main = { script: process.argv[1] }

const choices = new Map<string, Choice>()

/** The dialect of the Express that files in this folder would load without webapp/register. */
export function chooseDialect(folder: string): Choice {
  const known = choices.get(folder)
  if (known !== undefined) return known
  const choice = forcedChoice() ?? choose(folder)
  choices.set(folder, choice)
  return choice
}

/** The choice for all files, if `WEBAPP_DIALECT` is set. */
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
 * A declared version range that admits only one dialect decides. Otherwise the installed Express
 * decides, then the dialect of the main script, then the newest admitted dialect.
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
    choiceByMain(folder, admits) ?? {
      dialect: admitted?.[0] ?? 5,
      reason: declared ? `express ${declared.version} in ${declared.file}` : 'the default',
    }
  )
}

type Admits = (dialect: ExpressMajor) => boolean

function choiceByInstalled(folder: string, admits: Admits): Choice | undefined {
  const installed = installedExpress(folder)
  if (installed === undefined) return undefined
  const dialect = admittedDialects(installed.version)?.[0]
  if (dialect !== undefined && !admits(dialect)) return undefined
  return { dialect, reason: `installed express ${installed.version}` }
}

/** For packages that are installed in a folder above the application, as in a monorepo. */
function choiceByMain(folder: string, admits: Admits): Choice | undefined {
  // In a worker, Node sets `process.argv[1]` only after it loads the --require modules.
  const application = dirname(main.script ?? process.argv[1] ?? join(process.cwd(), 'script'))
  if (folder === application) return undefined
  const { dialect } = chooseDialect(application)
  if (dialect === undefined || !admits(dialect)) return undefined
  return { dialect, reason: `as ${application}` }
}
