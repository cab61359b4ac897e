import { existsSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Command, UsageError } from '../command.ts'
import { expressManifests, npmPlaces, raiseExpress } from './manifest.ts'
import { type Migration, planMigration } from './migrate.ts'
import { type Options, readOptions } from './options.ts'
import { unifiedDiff } from './output/diff.ts'
import { placesAfter, placesBefore } from './output/places.ts'
import { printSummary, type Summary, showPath, toJson } from './output/summary.ts'
import { type Write, writeAll } from './output/write.ts'
import { uncommittedIn } from './project/git.ts'
import type { Target } from './rules/context.ts'
import { checkVerifiable, installName, runTests } from './verify.ts'

const help = `Usage: webapp migrate [folder] [options]

Moves a program from Express 3, 4 or 5 to webapp. The code is changed where it is certain what it
means. Everything else that the move concerns is listed with its place and advice.

  --to 5         to webapp, with the interface of Express 5 (the default)
  --to 4         to webapp/v4, with the interface of Express 4
  --to express   stay with Express, and move the code to Express 5
  --from 3|4|5   the version that the code was written for (default: what package.json says,
                 if the code agrees)
  --dry-run      print the changes as a diff, and write nothing
  --force        also if there are changes that are not committed
  --verify       run npm test before and after
  --likely       also change code that only the names of parameters suggest, such as (req, res)
  --skip <file>  leave a file out; may be repeated
  --json         print the result as JSON

The numbers D-001 and so on are entries of docs/dialects.md.`

export const command: Command = {
  summary: 'Move a program from Express 3, 4 or 5 to webapp',
  help,
  run: async (args) => migrate(readOptions(args)),
}

function migrate(options: Options): number {
  const folder = resolve(options.folder)
  checkFolder(folder, options)
  const migration = planMigration(folder, options)
  checkDirection(migration, options)
  if (migration.doubt !== undefined) throw new UsageError(migration.doubt)
  const manifests = expressManifests(
    folder,
    migration.files.map(({ path }) => path),
  )
  const raises =
    options.target === 'express' ? manifests.flatMap((path) => raiseExpress(path) ?? []) : []
  const writes = [...writesOf(migration), ...raises]
  const raised = raises.map(({ path }) => path)
  const needed = packagesFor(migration, options)
  if (options.isDry) {
    printResult(migration, { folder, options, raised, next: [] })
    if (!options.isJson) for (const each of writes) process.stdout.write(diffOf(folder, each))
    return 0
  }
  if (options.isVerified) {
    checkVerifiable(folder, needed)
    console.error('webapp migrate: npm test, before')
    if (!runTests(folder)) {
      throw new UsageError('the tests fail before the migration. Nothing was changed.')
    }
  }
  writeAll(writes, folder)
  const places = npmPlaces(folder, manifests)
  const next = nextSteps(migration, needed, { target: options.target, raised, places })
  printResult(migration, { folder, options, raised, next })
  if (!options.isVerified) return 0
  console.error('webapp migrate: npm test, after')
  if (runTests(folder)) return 0
  console.error(
    'webapp migrate: the tests passed before and fail now. The list above shows what to look at; ' +
      'git restore . undoes the changes.',
  )
  return 1
}

function checkFolder(folder: string, { isDry, isForced }: Options): void {
  if (!existsSync(folder)) {
    throw new UsageError(`there is no folder ${folder}. Name the folder of your program.`)
  }
  if (!statSync(folder).isDirectory()) {
    throw new UsageError(`${folder} is a file. Name the folder of your program.`)
  }
  const changes = isDry || isForced ? undefined : uncommittedIn(folder)
  if (changes === undefined || changes.length === 0) return
  const shown = changes.slice(0, 5).map((line) => `\n  ${line}`)
  const more = changes.length > 5 ? `\n  and ${changes.length - 5} more` : ''
  throw new UsageError(
    `there are changes that are not committed:${shown.join('')}${more}\n` +
      'Commit or stash them, so that git can undo the migration, or use --force.',
  )
}

/** Code for a newer version does not run in an older dialect. */
function checkDirection({ files, dialects }: Migration, { target, from }: Options): void {
  if (files.length === 0) throw new UsageError('there are no JavaScript or TypeScript files here.')
  const newest = Math.max(from ?? 0, ...dialects)
  const wanted = target === '4' ? 4 : 5
  if (dialects.length > 0 && Math.min(from ?? 5, ...dialects) > wanted) {
    throw new UsageError(
      `the program is for Express ${newest}, and --to ${target} is older. Use --to 5.`,
    )
  }
}

function writesOf({ changes, encodings }: Migration): Write[] {
  return changes.map(({ file, text }) => {
    const mark = file.hasBom ? '\uFEFF' : ''
    const encoding = encodings.get(file.path)
    return { path: file.path, before: mark + file.text, after: mark + text, encoding }
  })
}

function diffOf(folder: string, { path, before, after }: Write): string {
  return `\n${unifiedDiff(showPath(folder, path), before, after)}`
}

function packagesFor({ packages, rewritten }: Migration, { target }: Options): string[] {
  const isImported = rewritten.some(({ id }) => id === 'import')
  return target === 'express' || !isImported ? [...packages] : ['webapp', ...packages]
}

interface Result {
  readonly folder: string
  readonly options: Options
  readonly raised: readonly string[]
  readonly next: readonly string[]
}

function printResult(migration: Migration, { folder, options, raised, next }: Result): void {
  const { files, rewritten, reported, skipped, outside, tools, oldTypeScript } = migration
  const summary: Summary = {
    folder,
    readCount: files.length,
    rewritten,
    reported,
    placeOf: options.isDry ? placesBefore() : placesAfter(migration),
    skipped,
    outside,
    tools,
    oldTypeScript,
    next,
    raised,
    isDry: options.isDry,
  }
  console.log(options.isJson ? toJson(summary) : printSummary(summary))
}

interface Steps {
  readonly target: Target
  readonly raised: readonly string[]
  /** The options of npm for the packages that use Express. */
  readonly places: readonly string[]
}

function nextSteps(
  migration: Migration,
  needed: readonly string[],
  { target, raised, places }: Steps,
): string[] {
  if (migration.rewritten.length === 0 && raised.length === 0) return []
  const steps: string[] = []
  const run = (command: string) => steps.push(...places.map((place) => `${command}${place}`))
  if (needed.length > 0) run(`npm install ${needed.map(installName).join(' ')}`)
  if (raised.length > 0) steps.push('npm install   # Express 5')
  else if (target === 'express') run('npm install express@5')
  else if (needed.includes('webapp')) run('npm uninstall express @types/express')
  steps.push('npm test', 'webapp routes --check <your main file>')
  return steps
}
