import type { Entrance } from '../../migrate/flow/entrances.ts'
import { Flow } from '../../migrate/flow/flow.ts'
import type { Dialect } from '../../migrate/flow/values.ts'
import { specifiersIn } from '../../migrate/project/modules.ts'
import type { SourceFile } from '../../migrate/syntax/source-file.ts'
import { collectInventory } from '../inventory/collect.ts'
import { findDifferences, findOtherCode } from '../rows/find-differences.ts'
import { findMoves, plainAdvice } from '../rows/find-moves.ts'
import { findRefusedPaths } from '../rows/refused-paths.ts'
import { externalsIn, findHandedOver } from './handed-over.ts'
import { type LoadedPackage, loadPackage } from './load.ts'
import { PackageModules } from './package-modules.ts'
import { createReports, type Reports } from './reports.ts'
import {
  bringsExpress,
  namesExpress,
  type PackageManifest,
  packageOf,
  resolvePackageFile,
} from './resolve.ts'

/** What a package does with what the program hands to it. It is kept in the cache as JSON. */
export interface PackageReading extends Reports {
  /** What it hands to other packages. */
  readonly entrances: readonly Entrance[]
  readonly fileCount: number
  /** Files that were not read. */
  readonly left: readonly string[]
  /** Whether names say nothing, because a tool has shortened them. */
  readonly isMinified: boolean
}

export interface PackageQuestion {
  readonly entrances: readonly Entrance[]
  /** The dialect of the program. */
  readonly dialect: Dialect
  readonly to: Dialect | undefined
}

/** Entries of the middleware that a package brings for itself; they are about whole programs. */
const OF_PROGRAMS: ReadonlySet<string> = new Set(['D-019', 'D-050', 'D-059', 'D-063'])

export function readPackage(
  manifest: PackageManifest,
  question: PackageQuestion,
): { reading: PackageReading; stamps: LoadedPackage['stamps'] } {
  const { entrances, dialect, to } = question
  const entries = [...new Set(entrances.map(({ entry }) => entry))]
  const { files, left, stamps } = loadPackage(manifest.folder, entries)
  const hasOwnExpress = bringsExpress(manifest)
  const modules = new PackageModules(files, { dialect, takesExpress: !hasOwnExpress })
  const flow = new Flow(files, modules, entrances)
  const inventory = collectInventory(flow, files, modules)
  // Express of its own keeps its version.
  const goal = hasOwnExpress ? undefined : to
  const found = [
    ...findDifferences(flow, inventory.uses, (from) => goal ?? from),
    ...findRefusedPaths(inventory.uses, (from) => goal ?? from),
    ...findOtherCode(flow, files, { to: goal ?? dialect, isProgram: false }),
    ...(goal === undefined || goal === 3 || goal <= dialect
      ? []
      : findMoves(flow, files, { specifiers: modules, uses: inventory.uses, to: goal })
    )
      .filter(({ row }) => !OF_PROGRAMS.has(row))
      .map((each) => ({
        ...each,
        advice: `look for a version of the package for Express ${goal}: ${plainAdvice(each)}`,
      })),
  ]
  const reading: PackageReading = {
    ...createReports(inventory, found),
    entrances: [
      ...findHandedOver(flow, files, dialect).map(({ entrance }) => entrance),
      ...passedOn(flow, files, entrances),
      ...usersOfExpress(files, dialect),
    ].filter(({ entry }) => packageOf(entry)?.folder !== manifest.folder),
    fileCount: files.length,
    left,
    isMinified: files.some(isMinified),
  }
  return { reading, stamps }
}

/** A package may export a part of another one. */
function passedOn(
  flow: Flow,
  files: readonly SourceFile[],
  entrances: readonly Entrance[],
): Entrance[] {
  return entrances.flatMap((entrance) => {
    const file = files.find(({ path }) => path === entrance.entry)
    if (file === undefined) return []
    return externalsIn(flow.valuesAt(file, entrance.steps)).map(({ entry, steps }) => {
      return { ...entrance, entry, steps }
    })
  })
}

/** Packages that files load and that take Express themselves, such as express-async-errors. */
export function usersOfExpress(files: readonly SourceFile[], dialect: Dialect): Entrance[] {
  return files.flatMap((file) =>
    specifiersIn(file).flatMap((specifier): Entrance[] => {
      const entry = resolvePackageFile(file.path, specifier)
      const manifest = entry === undefined ? undefined : packageOf(entry)
      if (entry === undefined || manifest === undefined || !namesExpress(manifest)) return []
      return [{ entry, steps: [], given: 'nothing', dialect, isSure: false }]
    }),
  )
}

/** A file with lines of a thousand characters was written by a tool. */
function isMinified({ text }: SourceFile): boolean {
  const lines = text.split('\n').length
  return text.length > 5000 && text.length / lines > 1000
}
