import type * as crypto from 'node:crypto'
import type accepts from 'accepts'
import type cookieSignature from 'cookie-signature'
import type iconv from 'iconv-lite'
import type mime from 'mime-types'
import type pathToRegexpV0 from 'path-to-regexp-v0'
import type typeis from 'type-is'
import { setTimeout } from './timers.ts'

// Large packages that a program needs after its start or never. Each is loaded with its first use,
// or shortly after the program started to listen. Later, too many files may be open to load it.

/** How long loading waits after the program started to listen, so as not to delay its first requests. */
const QUIET = 250

const loaders: (() => unknown)[] = []
let isLoading = false

type Accepts = typeof accepts
type CookieSignature = typeof cookieSignature
type Iconv = typeof iconv
type Mime = typeof mime
type PathToRegexpV0 = typeof pathToRegexpV0
type TypeIs = typeof typeis

const loadIconv = (): Iconv => {
  const loaded = require('iconv-lite') as Iconv
  loaded.encodingExists('utf-8') // iconv-lite loads its list of encodings with the first use.
  return loaded
}

export const lateAccepts = late<Accepts>(() => require('accepts'))
export const lateCookieSignature = late<CookieSignature>(() => require('cookie-signature'))
/** Loading it takes 5 ms of the processor, and small responses need no digest of it. */
export const lateCrypto = late<typeof crypto>(() => require('node:crypto'))
export const lateIconv = late<Iconv>(loadIconv)
export const lateMime = late<Mime>(() => require('mime-types'))
/** The dialect with these patterns loads it at start-up; in others only error messages use it. */
export const latePathToRegexpV0 = lazy<PathToRegexpV0>(() => require('path-to-regexp-v0'))
export const lateTypeIs = late<TypeIs>(() => require('type-is'))

/** Makes a function that loads a package with its first call, or shortly after the server listens. */
export function late<Package>(load: () => Package): () => Package {
  const get = lazy(load)
  loaders.push(get)
  return get
}

/** Makes a function that loads a module of ours with its first call, and not before. */
export const lateUse: <Module>(load: () => Module) => () => Module = lazy

function lazy<Package>(load: () => Package): () => Package {
  let loaded: Package | undefined
  return () => {
    loaded ??= load()
    return loaded
  }
}

/** Loads all late packages soon, one in each turn, because the server is in use by then. */
export function loadLatePackages(): void {
  if (isLoading) return
  isLoading = true
  try {
    setTimeout(loadInTurns, QUIET).unref()
  } catch {
    // Workers of Cloudflare have no timers outside of a request. The first use loads a package.
  }
}

function loadInTurns(): void {
  if (loadNext()) setTimeout(loadInTurns).unref()
}

/** Loads all late packages in tests: some replace the file system, and nothing can be loaded then. */
export function loadPackagesForTests(): void {
  if (process.env.NODE_ENV === 'test') while (loadNext());
}

/** Loads the next late package. Returns false if there is none. */
function loadNext(): boolean {
  const load = loaders.shift()
  try {
    load?.()
  } catch {
    // The first use reports the error.
  }
  return load !== undefined
}
