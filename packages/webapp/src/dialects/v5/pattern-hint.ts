import { match } from 'path-to-regexp'
import { latePathToRegexpV0 } from '../../runtime/late-packages.ts'

/**
 * Adds the 5.x spelling to the error of an invalid pattern if the pattern looks like one of 4.x:
 * `*`, `:id?`, `:id(\d+)`, `:id+`, `(part)?`.
 */
export function explainOldSpelling(pattern: string, error: unknown): unknown {
  if (!(error instanceof Error)) return error
  const spelling = toV5(pattern)
  if (spelling === undefined) {
    const regexp = HAS_REPETITION.test(pattern) ? toRegExp(pattern) : undefined
    if (regexp !== undefined) error.message += `; this is a 4.x pattern, in 5.x write ${regexp}`
    return error
  }
  const constraints = [...pattern.matchAll(CONSTRAINT)].map(([, name, test]) => `${name}: ${test}`)
  const moved =
    constraints.length === 0
      ? ''
      : ` and test the parameter in the handler or in app.param (${constraints.join(', ')}),` +
        ' or write a regular expression'
  error.message += `; this is a 4.x pattern, in 5.x write '${spelling}'${moved}`
  return error
}

// 5.x needs a regular expression for repetition and alternatives.
const HAS_REPETITION = /^[^{}"[\]\\]*[+()|][^{}"[\]\\]*$/

const CONSTRAINT = /:(\w+)(\([^()]*(?:\([^()]*\)[^()]*)*\))/g

/** The 5.x spelling of a 4.x pattern; `undefined` if there is none. */
function toV5(pattern: string): string | undefined {
  let splats = 0
  const nextSplat = () => (++splats === 1 ? '{*splat}' : `{*splat${splats}}`)
  const written = pattern
    .replace(CONSTRAINT, ':$1')
    .replace(/([/.]?):(\w+)\?/g, '{$1:$2}')
    .replace(/:(\w+)[+*]/g, '*$1')
    .replace(/\(([^()?:]*)\)\?/g, '{$1}')
    .replace(/([A-Za-z0-9])\?/g, '{$1}')
    .replace(/\*\*+/g, '*')
    .replace(/^\*$/, '/{*splat}')
    .replace(/\*(?![A-Za-z_$"])/g, nextSplat)
  return written !== pattern && isKnown(written) ? written : undefined
}

function toRegExp(pattern: string): RegExp | undefined {
  try {
    return latePathToRegexpV0()(pattern, [])
  } catch {
    return undefined
  }
}

function isKnown(pattern: string): boolean {
  try {
    match(pattern)
    return true
  } catch {
    return false
  }
}
