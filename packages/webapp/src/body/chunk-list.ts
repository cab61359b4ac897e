/** Smaller chunks cost more memory for their objects than for their bytes. */
const SMALL = 1024
/** So many chunks of any size are kept as they are: most bodies have only a few. */
const FEW = 16
const BLOCK = 16 * 1024
const NOTHING = Buffer.alloc(0)

/**
 * Collects the chunks of a body. Many small ones are copied into blocks: a client can send each byte
 * as a chunk of its own, which would take 470 times the memory of the body.
 */
export class ChunkList {
  readonly #chunks: Buffer[] = []
  /** The free part of a block, of which the first bytes are used. */
  #block = NOTHING
  #used = 0

  add(chunk: Buffer): void {
    if (chunk.length >= SMALL || this.#chunks.length < FEW) {
      this.#endBlock()
      this.#chunks.push(chunk)
      return
    }
    if (this.#used + chunk.length > this.#block.length) {
      this.#endBlock()
      this.#block = Buffer.allocUnsafe(BLOCK)
    }
    this.#used += chunk.copy(this.#block, this.#used)
  }

  /** All bytes; not a copy if they arrived as one chunk. */
  join(): Buffer {
    this.#endBlock()
    const [first, second] = this.#chunks
    return first !== undefined && second === undefined ? first : Buffer.concat(this.#chunks)
  }

  #endBlock(): void {
    if (this.#used === 0) return
    this.#chunks.push(this.#block.subarray(0, this.#used))
    this.#block = this.#block.subarray(this.#used)
    this.#used = 0
  }
}
