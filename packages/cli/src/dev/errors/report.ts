import type { ErrorDescription } from '../settings.ts'

/** Everything that the error page shows. All values are masked already. */
export interface ErrorReport {
  readonly status: number
  /** The reason phrase of the status, or another headline. */
  readonly title: string
  readonly error: ErrorDescription
  readonly request?: RequestReport
  readonly layers?: readonly LayerReport[]
  /** A line about what to do. */
  readonly note?: string
  /** The folder of the project, for short paths. */
  readonly root: string
  /** The start of the program that this page belongs to; absent if pages are not reloaded. */
  readonly boot?: string
  /** The template of links that open a file in the editor. */
  readonly editor?: string
}

export interface RequestReport {
  readonly method: string
  readonly url: string
  readonly route: string | undefined
  readonly headers: readonly (readonly [string, string])[]
  readonly params: string | undefined
  readonly query: string | undefined
  readonly body: string | undefined
}

/** One run of a handler or middleware. */
export interface LayerReport {
  readonly name: string
  readonly route: string | undefined
  readonly mountPath: string
  readonly place: string | undefined
  readonly handlesErrors: boolean
  readonly outcome: 'next' | 'answered' | 'failed' | undefined
  /** Milliseconds after the start of the request. */
  readonly start: number
  readonly duration: number | undefined
  /** Whether a page may link to the file of the place. */
  readonly canOpen?: boolean
}

/** A path relative to the project; paths outside of it stay absolute. */
export function shortPath(file: string, root: string): string {
  const text = file.replace(/^file:\/\//, '')
  const isInside = root !== '' && text.startsWith(root) && /^[\\/]/.test(text.slice(root.length))
  return isInside ? text.slice(root.length).replace(/^[\\/]+/, '') : text
}
