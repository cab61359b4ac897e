import type { Sessions } from './child/kept-sessions.ts'

/** The environment variable that carries `ChildSettings` to the program. */
export const SETTINGS_VARIABLE = 'WEBAPP_DEV'

/** Paths below this prefix belong to `webapp dev`; the program never sees them. */
export const DEV_PATH = '/.webapp-dev/'

/** Stands for a start of the program in pages and events of the holder of its port. */
export const HOLDING = 'holding'

/** What the preload file in the program needs to know. */
export interface ChildSettings {
  /** The pipe for messages about the start. Processes that the program starts do not have it. */
  readonly pipe?: number
  /** The loopback port that takes records, and the secret that opens it and begins start messages. */
  readonly recordsPort: number
  readonly token: string
  /** Changes with each start of the program. */
  readonly boot: string
  readonly reload: boolean
  readonly inspector: boolean
  /** Ports that `webapp dev` listens on until the program does. */
  readonly heldPorts: readonly number[]
  /** The ports that the program got for `listen(0)` the last time, in order. */
  readonly randomPorts: readonly number[]
  /** The folder of the project: other files are shown folded. */
  readonly root: string
  /** The folder of webapp; its stack frames are not the user's. */
  readonly framework: string
  /** The template of links that open a file in the editor. */
  readonly editor?: string
  /** Whether stacks on the console keep the frames of Node and of webapp. */
  readonly fullStacks: boolean
  /** Whether sessions in memory go to the next run. */
  readonly keepsSessions: boolean
}

/** How a server of the program can be reached. */
export type ServerKind = 'http' | 'https' | 'http2' | 'tcp'

/** A message about the start of the program, one line of JSON behind the token on the pipe. */
export type StartMessage =
  | { readonly type: 'failed'; readonly error: ErrorDescription }
  /** The program waits for an empty line. */
  | { readonly type: 'release'; readonly port: number }
  | {
      readonly type: 'listening'
      readonly port: number
      readonly host: string
      readonly kind: ServerKind
      /** Whether the program asked for any free port. */
      readonly isRandom: boolean
    }
  /** A server of the program, of any kind, listens for the first time. */
  | { readonly type: 'serving' }
  | { readonly type: 'refused'; readonly port: number; readonly code: string }
  /** The sessions in memory, before the program ends. */
  | { readonly type: 'sessions'; readonly sessions: Sessions }
  /** The program waits for a line with the sessions of the run before. */
  | { readonly type: 'restore' }
  /** The files that the program has loaded when it begins to listen. */
  | { readonly type: 'loaded'; readonly files: readonly string[] }

/** An error in a form that can cross processes. */
export interface ErrorDescription {
  readonly name: string
  readonly message: string
  readonly code: string | undefined
  readonly stack: string
  readonly frames: readonly Frame[]
  /** Further members of the error, as text. */
  readonly details: string | undefined
  readonly cause: ErrorDescription | undefined
}

/** One line of a stack. */
export interface Frame {
  readonly call: string
  /** A path, or the name of a module of Node. */
  readonly file: string
  readonly line: number
  readonly column: number
  /** Whether the file belongs to the project, and not to Node, a package or webapp. */
  readonly isOwn: boolean
  /** Whether a page may link to the file: the program runs it, and no request has chosen it. */
  readonly canOpen?: boolean
  readonly excerpt?: Excerpt
}

/** Lines of a source file around a place. */
export interface Excerpt {
  readonly firstLine: number
  readonly lines: readonly string[]
}
