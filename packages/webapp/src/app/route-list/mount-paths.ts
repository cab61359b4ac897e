import { type Layer, listPaths } from './route-entries.ts'

/** Where nothing tells on which path something is mounted. */
const UNKNOWN = '(unknown)'

/** The layers of other packages, as far as their paths can be told from them. */
interface ForeignLayer {
  readonly slash?: boolean
  readonly regexp?: RegExp & { readonly fast_slash?: boolean }
  readonly keys?: readonly { readonly name: unknown }[]
}

/** The paths that a layer is mounted on, as they were written or as near to it as can be told. */
export function mountPathsOf(layer: Layer): string[] {
  if (typeof layer.route === 'string') return [layer.route || '/']
  if (layer.origin !== undefined) return listPaths(layer.origin().paths as unknown[])
  const { slash, regexp, keys = [] } = layer as ForeignLayer
  if (slash || regexp?.fast_slash) return ['/']
  return [regexp === undefined ? UNKNOWN : readExpression(regexp, keys)]
}

/** The path that 4.x made an expression of; the expression where it was made of something else. */
function readExpression(expression: RegExp, keys: readonly { readonly name: unknown }[]): string {
  let key = 0
  const path = expression.source
    .replace(/^\^/, '')
    .replace(/\\\/\?\(\?=\\\/\|\$\)$/, '')
    .replace(/\(\?:\\?\/?\(\[\^\\?\/\]\+\?\)\)|\(\[\^\\?\/\]\+\?\)/g, (group) => {
      const slash = group.startsWith('(?:') ? '/' : ''
      return `${slash}:${String(keys[key++]?.name)}`
    })
    .replace(/\\([/.-])/g, '$1')
  return /[\\^$*+?()[\]|]/.test(path) ? String(expression) : path
}
