import { listPatterns, type StackEntry } from './route-entries.ts'

/** Shown if a layer does not reveal its mount path. */
const UNKNOWN = '(unknown)'

/** Fields of layers of other packages that reveal their path. */
interface ForeignLayer {
  readonly slash?: boolean
  readonly regexp?: RegExp & { readonly fast_slash?: boolean }
  readonly keys?: readonly { readonly name: unknown }[]
}

/** The mount paths of a layer, as the program wrote them or reconstructed from the layer. */
export function mountPatternsOf(layer: StackEntry): (string | RegExp)[] {
  if (typeof layer.route === 'string') return [layer.route || '/']
  if (layer.origin !== undefined) return listPatterns(layer.origin().paths)
  const { slash, regexp, keys = [] } = layer as ForeignLayer
  if (slash || regexp?.fast_slash) return ['/']
  return [regexp === undefined ? UNKNOWN : readExpression(regexp, keys)]
}

/** The path that was compiled to this expression, or the expression if it was written by hand. */
function readExpression(
  expression: RegExp,
  keys: readonly { readonly name: unknown }[],
): string | RegExp {
  let key = 0
  const path = expression.source
    .replace(/^\^/, '')
    .replace(/\\\/\?\(\?=\\\/\|\$\)$/, '')
    .replace(/\(\?:\\?\/?\(\[\^\\?\/\]\+\?\)\)|\(\[\^\\?\/\]\+\?\)/g, (group) => {
      const slash = group.startsWith('(?:') ? '/' : ''
      return `${slash}:${String(keys[key++]?.name)}`
    })
    .replace(/\\([/.-])/g, '$1')
  return /[\\^$*+?()[\]|]/.test(path) ? expression : path
}
