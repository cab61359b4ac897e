import { createRequire } from 'node:module'

/**
 * A package that is installed for measurements alone: it, and its types, are not there when this
 * is checked.
 *
 * @type {(name: string) => any}
 */
export const loadPackage = createRequire(import.meta.url)
