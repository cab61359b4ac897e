import { isHolder, mountedBy, stackOf } from './route-tree.ts'

/** Whether an application or a router, or anything mounted in it, has such a handler of `use`. */
export function hasHandler(
  holder: object,
  isWanted: (handler: object) => boolean,
  within: readonly object[] = [],
): boolean {
  // A router may be mounted in itself.
  if (within.includes(holder)) return false
  const around = [...within, holder]
  return stackOf(holder).some((layer) => {
    // Programs leave holes in stacks.
    if (layer?.handle === undefined) return false
    if (isWanted(layer.handle)) return true
    const target = mountedBy(layer.handle, holder)
    return isHolder(target) && hasHandler(target, isWanted, around)
  })
}
