let target = 'express'

/** @type {import('node:module').InitializeHook<string>} */
export function initialize(name) {
  target = name
}

/** @type {import('node:module').ResolveHook} */
export function resolve(specifier, context, next) {
  if (specifier !== 'express') return next(specifier, context)
  return next(target, { ...context, parentURL: import.meta.url })
}
