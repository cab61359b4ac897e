import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../command.ts'
import { Flow } from './flow/flow.ts'
import type { Dialect } from './flow/values.ts'
import { type Applied, applySpots } from './output/apply.ts'
import { showPath } from './output/summary.ts'
import { findSourceFiles } from './project/find-files.ts'
import { ProjectModules, specifiersIn } from './project/modules.ts'
import { Context, type Target } from './rules/context.ts'
import { runRules } from './rules/run.ts'
import { isProblem, parseFile, type SourceFile, type SyntaxProblem } from './syntax/source-file.ts'

export interface Migration extends Applied {
  readonly files: readonly SourceFile[]
  /** Files that do not parse and have nothing to do with Express. */
  readonly skipped: readonly string[]
  /** Packages that the new code requires, without webapp. */
  readonly packages: readonly string[]
  /** The dialects of the modules that the program imports. */
  readonly dialects: readonly Dialect[]
}

/** Reads a program and decides what to change. Nothing is written. */
export function planMigration(
  folder: string,
  options: {
    target: Target
    from?: Dialect | undefined
    isBold?: boolean
    skipped?: readonly string[]
  },
): Migration {
  const left = new Set((options.skipped ?? []).map((path) => resolve(path)))
  const parsed = findSourceFiles(folder)
    .filter((path) => !left.has(path))
    .map((path) => parseFile(path, readFileSync(path, 'utf8')))
  const problems = parsed.filter(isProblem)
  refuseProblems(folder, problems)
  const files = parsed.filter((each): each is SourceFile => !isProblem(each))
  const modules = new ProjectModules(files, options.from)
  const flow = new Flow(files, modules)
  const { target, isBold = false } = options
  const context = new Context({ target, flow, files, isBold })
  runRules(context, modules)
  const dialects = new Set(
    files.flatMap((file) =>
      specifiersIn(file).flatMap((specifier) => modules.dialectOf(specifier, file) ?? []),
    ),
  )
  return {
    ...applySpots(context.spots),
    files,
    skipped: problems.map(({ path }) => path),
    packages: [...context.packages].sort(),
    dialects: [...dialects].sort(),
  }
}

function refuseProblems(folder: string, problems: readonly SyntaxProblem[]): void {
  const [first] = problems.filter(({ path }) =>
    /\bexpress\b|\bwebapp\b/.test(readFileSync(path, 'utf8')),
  )
  if (first === undefined) return
  const place = `${showPath(folder, first.path)}:${first.line}:${first.column}`
  throw new UsageError(
    `${place}: ${first.message}. Mend the syntax, or leave the file out with --skip ` +
      `${showPath(process.cwd(), first.path)}. Nothing was changed.`,
  )
}
