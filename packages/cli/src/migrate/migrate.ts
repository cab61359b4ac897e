import { isUtf8 } from 'node:buffer'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from '../command.ts'
import { Flow } from './flow/flow.ts'
import type { Dialect } from './flow/values.ts'
import { type Applied, applySpots } from './output/apply.ts'
import { showPath } from './output/summary.ts'
import { findSourceFiles } from './project/find-files.ts'
import { ProjectModules, specifiersIn } from './project/modules.ts'
import { findOldTypeScript, type OldTypeScript } from './project/typescript.ts'
import { Context, type Target } from './rules/context.ts'
import { findEvidence } from './rules/evidence.ts'
import { runRules } from './rules/run.ts'
import { isProblem, parseFile, type SourceFile, type SyntaxProblem } from './syntax/source-file.ts'
import { describeConflict, describeUnsupported } from './version-check.ts'

export interface Migration extends Applied {
  readonly files: readonly SourceFile[]
  /** Files that do not parse and have nothing to do with Express. */
  readonly skipped: readonly string[]
  /** Paths that were not read, because they lead out of the folder through a symbolic link. */
  readonly outside: readonly string[]
  /** Files with functions that a tool calls with its own application, and the name of the tool. */
  readonly tools: ReadonlyMap<SourceFile, string>
  /** Packages that the new code requires, without webapp. */
  readonly packages: readonly string[]
  /** How the files were read, by their paths. */
  readonly encodings: ReadonlyMap<string, BufferEncoding>
  /** The dialects of the modules that the program imports. */
  readonly dialects: readonly Dialect[]
  /** The packages whose TypeScript cannot read the types of webapp. */
  readonly oldTypeScript: readonly OldTypeScript[]
  /** Why the version that the code was written for is not certain. */
  readonly doubt: string | undefined
}

interface Options {
  readonly target: Target
  readonly from?: Dialect | undefined
  readonly isBold?: boolean
  readonly skipped?: readonly string[]
}

/** Reads a program and decides what to change. Nothing is written. */
export function planMigration(folder: string, options: Options): Migration {
  const left = new Set((options.skipped ?? []).map((path) => resolve(path)))
  const found = findSourceFiles(folder)
  const paths = found.paths.filter((path) => !left.has(path))
  const outside = found.outside.filter((path) => !left.has(path))
  const encodings = new Map<string, BufferEncoding>()
  const sources = paths.map((path) => {
    const bytes = readFileSync(path)
    const encoding = encodingOf(bytes)
    encodings.set(path, encoding)
    return [path, bytes.toString(encoding)] as const
  })
  return { ...planChanges(folder, new Map(sources), options), encodings, outside }
}

/** Old sources are not always UTF-8. As latin1, every byte stays what it is. */
function encodingOf(bytes: Buffer): BufferEncoding {
  return isUtf8(bytes) ? 'utf8' : 'latin1'
}

/** The same for files that were read, by their absolute paths. */
export function planChanges(
  folder: string,
  sources: ReadonlyMap<string, string>,
  options: Options,
): Migration {
  const parsed = [...sources].map(([path, content]) => parseFile(path, content))
  const problems = parsed.filter(isProblem)
  refuseProblems(folder, problems, sources)
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
    encodings: new Map(),
    skipped: problems.map(({ path }) => path),
    outside: [],
    tools: flow.tools,
    packages: [...context.packages].sort(),
    dialects: [...dialects].sort(),
    oldTypeScript:
      target === 'express' || dialects.size === 0 ? [] : findOldTypeScript(folder, files),
    doubt: options.from ? undefined : doubtAbout(folder, context, modules),
  }
}

/** A program that already uses webapp names its dialect, and may contain spots that are left to do. */
function doubtAbout(folder: string, context: Context, modules: ProjectModules): string | undefined {
  const { files } = context
  const versions = modules.versionsFor(files)
  const isMoved = files.some((file) =>
    specifiersIn(file).some((each) => each === 'webapp' || each.startsWith('webapp/')),
  )
  return (
    describeUnsupported(folder, versions) ??
    (isMoved ? undefined : describeConflict(folder, versions, findEvidence(context)))
  )
}

function refuseProblems(
  folder: string,
  problems: readonly SyntaxProblem[],
  sources: ReadonlyMap<string, string>,
): void {
  const [first] = problems.filter(({ path }) =>
    /\bexpress\b|\bwebapp\b/.test(sources.get(path) ?? ''),
  )
  if (first === undefined) return
  const place = `${showPath(folder, first.path)}:${first.line}:${first.column}`
  throw new UsageError(
    `${place}: ${first.message}. Mend the syntax, or leave the file out with --skip ` +
      `${showPath(process.cwd(), first.path)}. Nothing was changed.`,
  )
}
