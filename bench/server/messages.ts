/** What the process of a candidate says and understands over IPC. */
export type FromServer =
  | { readonly type: 'listening'; readonly port: number }
  | { readonly type: 'unable'; readonly reason: string }
  | ({ readonly type: 'usage' } & Usage)

export interface Usage {
  /** Microseconds of processor time since the process began. */
  readonly cpu: number
  readonly rss: number
  readonly heapUsed: number
}

export interface ToServer {
  readonly type: 'usage' | 'stop'
}
