import type { Readable } from 'node:stream'

/** Where attachments are kept, by a key that we choose. */
export interface Storage {
  /** Stores a stream. Resolves to its size when it is safe; keeps nothing of a stream that fails. */
  put(key: string, content: Readable): Promise<number>
  get(key: string): Promise<StoredFile>
  remove(key: string): Promise<void>
}

/** A path, so that ranges and freshness work, or a stream. */
export type StoredFile = { readonly path: string } | { readonly stream: Readable }
