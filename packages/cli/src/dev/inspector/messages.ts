import type { LayerReport } from '../errors/report.ts'
import type { ErrorDescription } from '../settings.ts'

/** The first bytes of a body. */
export interface BodyPreview {
  /** All bytes that passed. */
  readonly size: number
  /** At most 64 KB, in base64. */
  readonly data: string
}

/** A finished request. */
export interface RequestRecord {
  readonly id: string
  /** Milliseconds since 1970. */
  readonly time: number
  readonly method: string
  readonly url: string
  readonly httpVersion: string
  readonly secure: boolean
  /** The port of the server that took the request. */
  readonly port: number | undefined
  readonly remoteAddress: string | undefined
  readonly route: string | undefined
  readonly status: number
  /** Milliseconds until the response was sent or closed; `isAborted` if the client left before. */
  readonly duration: number
  readonly isAborted: boolean
  readonly requestHeaders: readonly (readonly [string, string])[]
  readonly requestBody: BodyPreview
  /** Values that handlers saw, as text. */
  readonly params: string | undefined
  readonly query: string | undefined
  readonly parsedBody: string | undefined
  readonly responseHeaders: readonly (readonly [string, string])[]
  readonly responseBody: BodyPreview
  readonly layers: readonly LayerReport[]
  readonly error: ErrorDescription | undefined
  readonly output: readonly OutputLine[]
  /** The connection of a WebSocket or another protocol, after the handshake. */
  readonly upgrade?: UpgradeReport | undefined
  /** Set for a response that goes on until its client leaves, such as server-sent events. */
  readonly stream?: StreamReport | undefined
}

/** A response without an end of its own. It is reported after its head, and again at its end. */
export interface StreamReport {
  readonly isOpen: boolean
  /** Milliseconds until the head was sent. */
  readonly headAfter: number
}

/** A connection that left HTTP. It is reported after the handshake, and again at its end. */
export interface UpgradeReport {
  readonly protocol: string
  readonly isOpen: boolean
  /** Bytes on the connection after the handshake. */
  readonly received: number
  readonly sent: number
}

/** Text that the program wrote while it handled a request. */
export interface OutputLine {
  readonly stream: 'stdout' | 'stderr'
  readonly text: string
}

/** What happened on a route since the program started. */
export interface RouteCount {
  readonly method: string
  readonly route: string
  readonly count: number
  readonly errors: number
  readonly totalTime: number
  readonly maxTime: number
}

/** How many requests there were since the program started, and how many were recorded. */
export interface Counts {
  readonly seen: number
  readonly recorded: number
  readonly routes: readonly RouteCount[]
}

/** The routes and settings of the program's applications. */
export interface ApplicationReport {
  /** The mount path, `/` for an application that is not mounted. */
  readonly path: string
  readonly settings: readonly (readonly [string, string])[]
  /** Of applications that are not mounted; these contain the routes of mounted ones. */
  readonly routes: readonly RouteReport[]
}

export interface RouteReport {
  readonly method: string
  readonly path: string
  readonly dialect: string | undefined
  readonly handlers: readonly string[]
  readonly location: string | undefined
}

export type ChildMessage =
  | { readonly type: 'request'; readonly record: RequestRecord }
  | { readonly type: 'counts'; readonly counts: Counts }
  | { readonly type: 'applications'; readonly applications: readonly ApplicationReport[] }
  | { readonly type: 'stopping' }
  /** Of the files of a question, those that this process has loaded. */
  | { readonly type: 'loaded'; readonly id: number; readonly files: readonly string[] }
  /** A directive of a page's Content-Security-Policy forbids the script that reloads pages. */
  | { readonly type: 'refused'; readonly path: string; readonly directive: string }

export type ParentMessage =
  /** The program is about to be stopped: end the open streams of `webapp dev`. */
  | { readonly type: 'stop' }
  /** Files that the program serves have changed. */
  | { readonly type: 'reload' }
  /** Which of these files has this process loaded? */
  | { readonly type: 'which'; readonly id: number; readonly files: readonly string[] }
