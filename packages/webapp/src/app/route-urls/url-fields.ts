import type { UrlGrammar } from '../../router/url-parts.ts'

/** The fields of layers and of routes by method from which URLs are written. */
export interface UrlEntry {
  readonly handle?: object | undefined
  /** The route, or a mount path. */
  readonly route?: object | string | undefined
  /** The path of a route by method. */
  readonly path?: unknown
  grammar?(): UrlGrammar
  origin?(): { readonly paths: readonly unknown[] }
}

/** The fields of applications and routers. */
export interface UrlHolder {
  readonly stack?: readonly UrlEntry[]
  /** Routes by method. */
  readonly map?: Readonly<Record<string, readonly UrlEntry[]>>
  readonly _router?: object
  readonly caseSensitive?: unknown
  readonly strict?: unknown
  readonly settings?: Readonly<Record<string, unknown>>
}
