import { handlesMethod } from './methods.ts'
import { endsAtBoundary } from './mount.ts'
import type { Layer, RouterPolicy } from './router-types.ts'

/** The parameters with which a layer would handle a path; undefined if the layer would not. */
export function meetLayer(
  layer: Layer,
  path: string,
  method: string,
  policy: RouterPolicy,
): object | undefined {
  if (!matches(layer, path)) return undefined
  const { route, path: mounted = '', params = {} } = layer
  if (route !== undefined) return handlesMethod(route.methods, method) ? params : undefined
  const isErrorHandler = layer.handle.length > 3
  return !isErrorHandler && endsAtBoundary(path, mounted, policy.mountBoundaries)
    ? params
    : undefined
}

function matches(layer: Layer, path: string): boolean {
  try {
    return layer.match(path)
  } catch {
    return false
  }
}

const twins = new WeakMap<Layer, Layer>()

/** A layer of a case-sensitive router, as a router that ignores case would have created it. */
export function ignoringCase(
  layer: Layer,
  router: { readonly strict?: unknown },
  policy: RouterPolicy,
): Layer {
  const known = twins.get(layer)
  if (known !== undefined) return known
  const twin = createTwin(layer, router, policy)
  twins.set(layer, twin)
  return twin
}

function createTwin(
  layer: Layer,
  router: { readonly strict?: unknown },
  policy: RouterPolicy,
): Layer {
  const paths = layer.origin?.().paths
  if (paths === undefined) return layer
  const isRoute = layer.route !== undefined
  const options = { sensitive: false, strict: isRoute && Boolean(router.strict), end: isRoute }
  const twin = policy.createLayer(paths, options, layer.handle)
  twin.route = layer.route
  return twin
}
