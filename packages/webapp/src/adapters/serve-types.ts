import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { CloseOptions, CloseReport } from '../types/shared/lifecycle.ts'

/** Options for `serve`. */
export interface ServeOptions {
  /** The port, from 0 to 65535; 3000 by default. 0 takes any free port. */
  port?: number | undefined
  /** The address to listen on, or a name for it; all addresses of the machine by default. */
  hostname?: string | undefined
  /** Closes the application when it is aborted, as `close` does. */
  signal?: AbortSignal | undefined
}

/** A server that listens, on any runtime. */
export interface RunningServer {
  /** The address that the server listens on; `::` or `0.0.0.0` for all addresses. */
  readonly hostname: string
  /** The port that the server listens on. */
  readonly port: number
  /** The URL for clients on this machine. */
  readonly url: string
  /**
   * Closes the application, as `app.close` does: new connections are refused, in-flight requests may
   * finish. Settles at the timeout at the latest.
   */
  close(options?: CloseOptions): Promise<CloseReport>
}

/** An application of any dialect. */
export interface Servable {
  (req: IncomingMessage, res: ServerResponse): unknown
  listen(options: { port: number; host?: string | undefined }): Server
  close(options?: CloseOptions): Promise<CloseReport>
  once(event: 'closing', listener: () => void): unknown
}

/** Starts an application. Resolves when it listens. */
export type Serve = (app: Servable, options?: ServeOptions) => Promise<RunningServer>
