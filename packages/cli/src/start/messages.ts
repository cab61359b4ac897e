/**
 * The command of our messages between the primary and a worker. Node does not report messages with the
 * prefix NODE_ to listeners of `message`, so the program never sees them.
 */
export const COMMAND = 'NODE_WEBAPP_START'

/** The environment variable that carries `WorkerSettings`. */
export const SETTINGS_VARIABLE = 'WEBAPP_START'

export interface WorkerSettings {
  /** Resident memory in bytes; a worker reports when it has more. */
  readonly maxMemory: number | undefined
}

/** A server of the program that listens. */
export interface Listening {
  readonly url: string
  /** Whether other workers have the same address: `listen(0)` with `exclusive` has one of its own. */
  readonly isShared: boolean
}

export type WorkerMessage =
  /** `pending` servers have called `listen` and do not listen yet. */
  | ({ readonly type: 'listening'; readonly pending: number } & Listening)
  /** Another worker has the address that this one wants for itself. */
  | { readonly type: 'taken'; readonly url: string }
  /** The worker received SIGTERM itself and wants to be replaced. */
  | { readonly type: 'retire' }
  | { readonly type: 'memory'; readonly bytes: number }
  /** The time limit has passed with so many open connections. */
  | { readonly type: 'expired'; readonly connections: number }
  | { readonly type: 'alive' }

export type PrimaryMessage =
  | { readonly type: 'drain'; readonly timeout: number }
  | { readonly type: 'ask' }

export type Wrapped<Message> = { readonly cmd: typeof COMMAND; readonly message: Message }

export function wrap<Message>(message: Message): Wrapped<Message> {
  return { cmd: COMMAND, message }
}

/** The message in an internal message of Node's channel, if it is one of ours. */
export function unwrap<Message>(value: unknown): Message | undefined {
  const { cmd, message } = (value ?? {}) as Partial<Wrapped<Message>>
  return cmd === COMMAND ? message : undefined
}
