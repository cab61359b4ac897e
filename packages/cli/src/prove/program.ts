import { isUtf8 } from 'node:buffer'
import { existsSync, readFileSync, statSync } from 'node:fs'
import { relative, resolve, sep } from 'node:path'
import { UsageError } from '../command.ts'
import { Flow } from '../migrate/flow/flow.ts'
import type { Dialect } from '../migrate/flow/values.ts'
import { showPath } from '../migrate/output/summary.ts'
import { findSourceFiles } from '../migrate/project/find-files.ts'
import { ProjectModules, specifiersIn } from '../migrate/project/modules.ts'
import { isProblem, parseFile, type SourceFile } from '../migrate/syntax/source-file.ts'
import { describeUnsupported } from '../migrate/version-check.ts'
import type { ProveOptions } from './options.ts'
import { isHttp } from './packages/package-modules.ts'
import { namesExpress, packageOf, resolvePackageFile } from './packages/resolve.ts'

/** The sources of a program, and what they stand for. */
export interface Program {
  readonly folder: string
  readonly files: readonly SourceFile[]
  readonly modules: ProgramModules
  readonly flow: Flow
  /** The dialects that the program imports. */
  readonly dialects: readonly Dialect[]
  /** The dialect of code that only names suggest. */
  readonly dialect: Dialect
  /** The version of Express that is installed. */
  readonly installed: string | undefined
  /** The number of files of tests, which were left out. */
  readonly testCount: number
  /** Files that do not parse. */
  readonly skipped: readonly string[]
}

/** The modules of a program that also know the packages it uses. */
class ProgramModules extends ProjectModules {
  override isForeign(specifier: string): boolean {
    return isHttp(specifier) || super.isForeign(specifier)
  }

  override externalOf(specifier: string, from: SourceFile): string | undefined {
    return resolvePackageFile(from.path, specifier)
  }
}

export function readProgram(options: ProveOptions): Program {
  const folder = resolve(options.folder)
  checkFolder(folder)
  const left = new Set(options.skipped.map((path) => resolve(path)))
  const all = findSourceFiles(folder).paths.filter((path) => !left.has(path))
  const paths = options.withTests ? all : all.filter((path) => !isTest(folder, path))
  const parsed = paths.map((path) => parseFile(path, readText(path)))
  const files = parsed.filter((each): each is SourceFile => !isProblem(each))
  const problems = parsed.filter(isProblem)
  for (const { path, line, column, message } of problems) {
    if (!/\bexpress\b|\bwebapp\b/.test(readText(path))) continue
    throw new UsageError(
      `${showPath(folder, path)}:${line}:${column}: ${message}. Mend the syntax, or leave the file out ` +
        `with --skip ${showPath(process.cwd(), path)}.`,
    )
  }
  if (paths.length === 0) {
    throw new UsageError(
      `there are no JavaScript or TypeScript files in ${folder}. Name the folder of your program.`,
    )
  }
  const modules = new ProgramModules(files, options.from)
  const dialects = dialectsOf(files, modules)
  const dialect = dialects[0] ?? (reachesExpress(files) ? (options.from ?? 4) : undefined)
  if (dialect === undefined) {
    throw new UsageError(
      `no file in ${folder} imports Express or webapp, nor a package that needs Express. Name the ` +
        'folder of your program.',
    )
  }
  const versions = modules.versionsFor(files)
  const unsupported = options.from ? undefined : describeUnsupported(folder, versions)
  if (unsupported !== undefined)
    throw new UsageError(unsupported.replace(' Nothing was changed.', ''))
  return {
    folder,
    files,
    modules,
    flow: new Flow(files, modules),
    dialects: dialects.length > 0 ? dialects : [dialect],
    dialect,
    installed: versions.find(({ installed }) => installed !== undefined)?.installed,
    testCount: all.length - paths.length,
    skipped: problems.map(({ path }) => path),
  }
}

function checkFolder(folder: string): void {
  if (!existsSync(folder)) {
    throw new UsageError(`there is no folder ${folder}. Name the folder of your program.`)
  }
  if (!statSync(folder).isDirectory()) {
    throw new UsageError(`${folder} is a file. Name the folder of your program.`)
  }
}

/** Old sources are not always UTF-8. */
function readText(path: string): string {
  const bytes = readFileSync(path)
  return bytes.toString(isUtf8(bytes) ? 'utf8' : 'latin1')
}

const TEST_FOLDER = /(?:^|\/)(?:tests?|__tests__|__mocks__|spec|specs|e2e|cypress)\//
const TEST_FILE = /\.(?:test|spec|e2e-spec|cy)\.[cm]?[jt]sx?$/

function isTest(folder: string, path: string): boolean {
  const name = relative(folder, path).split(sep).join('/')
  return TEST_FOLDER.test(name) || TEST_FILE.test(name)
}

/** The dialects that files import, the most frequent first. */
function dialectsOf(files: readonly SourceFile[], modules: ProjectModules): Dialect[] {
  const counts = new Map<Dialect, number>()
  for (const file of files) {
    for (const specifier of specifiersIn(file)) {
      const dialect = modules.dialectOf(specifier, file)
      if (dialect !== undefined) counts.set(dialect, (counts.get(dialect) ?? 0) + 1)
    }
  }
  return [...counts].sort(([, one], [, other]) => other - one).map(([dialect]) => dialect)
}

/** A program may get its application from a package, such as json-server. */
function reachesExpress(files: readonly SourceFile[]): boolean {
  return files.some((file) =>
    specifiersIn(file).some((specifier) => {
      const path = resolvePackageFile(file.path, specifier)
      const manifest = path === undefined ? undefined : packageOf(path)
      return manifest !== undefined && namesExpress(manifest)
    }),
  )
}
