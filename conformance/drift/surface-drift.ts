import type { Dialect } from '../harness/dialects.ts'
import { observeBoth, observeSurface } from '../harness/observe.ts'
import type { Surface } from '../harness/surface.ts'
import type { Groups } from './groups.ts'
import { lineChanges } from './line-changes.ts'
import type { Revision } from './revisions.ts'

/** Compares the members that programs can see, object by object. */
export async function compareSurfaces(pair: Dialect, groups: Groups): Promise<void> {
  const { expected, actual } = await observeBoth(pair, (side) =>
    // The members of a prerelease may be so different that they cannot be listed.
    observeSurface(side).catch((error): Surface => ({ listing: [`failed: ${error.message}`] })),
  )
  for (const part of new Set([...Object.keys(expected), ...Object.keys(actual)])) {
    addLines('surface', part, expected[part] ?? [], actual[part] ?? [], groups)
  }
}

/** Compares what an installation brings: versions of Node, and packages with their versions. */
export function comparePackages(older: Revision, newer: Revision, groups: Groups): void {
  addLines('package', 'package.json', older.requirements, newer.requirements, groups)
}

function addLines(
  part: string,
  member: string,
  older: readonly string[],
  newer: readonly string[],
  groups: Groups,
): void {
  const changes = lineChanges(older.join('\n'), newer.join('\n'))
  const [removed, added] = [changes.older.length, changes.newer.length]
  if (removed + added === 0) return
  groups.add(
    { part, member, change: `${added} added, ${removed} removed` },
    {
      title: [member],
      ...changes,
    },
  )
}
