import type { Dialect } from '../migrate/flow/values.ts'
import { collectInventory } from './inventory/collect.ts'
import { checkDirection, type ProveOptions } from './options.ts'
import { cacheFolder, ReadingCache } from './packages/cache.ts'
import { type Followed, followPackages } from './packages/follow.ts'
import { findHandedOver } from './packages/handed-over.ts'
import { findMixedVersions } from './packages/mixed-versions.ts'
import { usersOfExpress } from './packages/read-package.ts'
import { createReports, type Reports } from './packages/reports.ts'
import { type Program, readProgram } from './program.ts'
import { findDifferences, findOtherCode } from './rows/find-differences.ts'
import { findMoves } from './rows/find-moves.ts'
import { findRefusedPaths } from './rows/refused-paths.ts'

/** What the program and its packages say, before it is held against the ledgers as a whole. */
export interface Proof extends Followed {
  readonly program: Program
  readonly reports: Reports
  readonly to: Dialect | undefined
}

/** Reads a program and the packages that it hands parts of Express to. */
export function prove(
  options: ProveOptions,
  onPackage: (read: number, known: number) => void,
): Proof {
  const program = readProgram(options)
  const { folder, files, flow, modules, dialect, dialects } = program
  const { to } = options
  if (to !== undefined) for (const each of dialects) checkDirection(each, to)
  const inventory = collectInventory(flow, files, modules)
  const found = [
    ...findDifferences(flow, inventory.uses, (from) => to ?? from),
    ...findRefusedPaths(inventory.uses, (from) => to ?? from),
    ...findOtherCode(flow, files, { to: to ?? dialect, isProgram: true }),
    ...(to === undefined || to === 3
      ? []
      : findMoves(flow, files, { specifiers: modules, uses: inventory.uses, to })),
  ]
  const handedOver = findHandedOver(flow, files, dialect)
  const start = [...handedOver.map(({ entrance }) => entrance), ...usersOfExpress(files, dialect)]
  const cache = new ReadingCache(options.usesCache ? cacheFolder(folder) : undefined)
  const followed = followPackages(start, { dialect, to, cache, onPackage })
  const mixed = findMixedVersions(handedOver, followed.packages, to)
  return { program, reports: createReports(inventory, [...found, ...mixed]), to, ...followed }
}
