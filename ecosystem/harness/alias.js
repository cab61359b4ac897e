import Module, { createRequire, register } from 'node:module'

const require = createRequire(import.meta.url)

/**
 * Gives every package that asks for `express`, by `require` or by `import`, the one under test.
 *
 * @param {string} target its name for the packages: `express5`, `webapp/v4`
 */
export function aliasExpress(target) {
  aliasRequire(target)
  register('./alias-hooks.js', { parentURL: import.meta.url, data: target })
}

/** @param {string} target */
function aliasRequire(target) {
  // Not in the types, but the way in that loaders of all kinds have used for ten years.
  const loader = /** @type {any} */ (Module)
  const resolve = loader._resolveFilename
  loader._resolveFilename = function resolveFilename(
    /** @type {string} */ request,
    /** @type {unknown[]} */ ...rest
  ) {
    const alias = /^express(?=$|\/)/.test(request) && findAlias(request.replace('express', target))
    return alias || resolve.call(this, request, ...rest)
  }
}

/** Inner files are those of the original alone: `express/lib/router/layer`. @param {string} name */
function findAlias(name) {
  try {
    return require.resolve(name)
  } catch {
    return undefined
  }
}
