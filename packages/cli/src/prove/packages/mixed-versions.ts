import type { Dialect } from '../../migrate/flow/values.ts'
import { DIFFERENCES } from '../rows/differences.ts'
import type { Found } from '../rows/found.ts'
import type { FollowedPackage } from './follow.ts'
import type { HandedOver } from './handed-over.ts'
import { installedDialect } from './package-modules.ts'
import { bringsExpress, packageOf } from './resolve.ts'

const ROW = 'W-101'

/** Registered handlers of packages that have routers of another major version of Express. */
export function findMixedVersions(
  handedOver: readonly HandedOver[],
  packages: readonly FollowedPackage[],
  to: Dialect | undefined,
): Found[] {
  const advice = DIFFERENCES[ROW]?.looks[0]?.advice ?? ''
  return handedOver.flatMap(({ entrance, file, call }): Found[] => {
    const manifest = entrance.given === 'handler' ? packageOf(entrance.entry) : undefined
    if (manifest === undefined || !bringsExpress(manifest)) return []
    const own = installedDialect(manifest.folder)
    if (own === undefined || own === (to ?? entrance.dialect)) return []
    const found = packages.find((each) => each.manifest.folder === manifest.folder)
    const hasRouters = found?.reading.members.some(({ member }) => /^(?:router|app)\./.test(member))
    if (!hasRouters) return []
    return [{ row: ROW, file, at: call, member: manifest.name, isSure: false, advice }]
  })
}
