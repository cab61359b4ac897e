import type { Readable } from 'node:stream'
// Taken when this file is loaded: tests that replace timers must not stop the bytes.
import { setImmediate } from 'node:timers'

type Sent = (error?: Error | null) => void

/** How many bytes may be on their way before the sender has to wait. */
const CAPACITY = 64 * 1024

/**
 * Bytes on their way from one end of a connection to the other.
 *
 * As between real sockets they arrive in a later turn of the event loop, and what was sent before an
 * end was destroyed still arrives.
 */
export class Way {
  readonly #reader: Readable
  readonly #isPatient: boolean
  readonly #chunks: Uint8Array[] = []
  #size = 0
  #isWanted = false
  #isEnded = false
  #isBroken = false
  #isMoving = false
  #blocked: Sent | undefined = undefined

  /** Bytes that nobody will read are an error for their sender, or make a patient one wait. */
  constructor(reader: Readable, isPatient: boolean) {
    this.#reader = reader
    this.#isPatient = isPatient
  }

  /** Takes bytes; `sent` is called when there is room for more. */
  send(chunk: Uint8Array, sent: Sent): void {
    if (this.#isBroken) {
      if (!this.#isPatient) sent(brokenPipe())
      return
    }
    this.#chunks.push(chunk)
    this.#size += chunk.length
    if (this.#size < CAPACITY) sent()
    else this.#blocked = sent
    this.#move()
  }

  end(): void {
    this.#isEnded = true
    this.#move()
  }

  /** The reader has room. */
  want(): void {
    this.#isWanted = true
    this.#move()
  }

  /** The reader is gone. */
  break(): void {
    this.#isBroken = true
    this.#chunks.length = 0
    if (!this.#isPatient) this.#release(brokenPipe())
  }

  #move(): void {
    if (this.#isMoving || this.#isBroken) return
    this.#isMoving = true
    setImmediate(() => {
      this.#isMoving = false
      if (!this.#isBroken) this.#deliver()
    })
  }

  #deliver(): void {
    if (this.#isWanted && this.#chunks.length !== 0) {
      this.#isWanted = this.#reader.push(this.#takeAll())
      // Whoever reads may have gone away with these bytes.
      if (this.#isBroken) return
    }
    if (this.#size < CAPACITY) this.#release()
    if (this.#isEnded && this.#chunks.length === 0) this.#finish()
  }

  /** In one piece, as a socket reads them: 200,000 writes of a byte took half a minute one by one. */
  #takeAll(): Uint8Array {
    const chunks = this.#chunks.splice(0)
    const [first, second] = chunks
    this.#size = 0
    return first !== undefined && second === undefined ? first : Buffer.concat(chunks)
  }

  #finish(): void {
    this.#isBroken = true
    this.#reader.push(null)
  }

  #release(error?: Error): void {
    const sent = this.#blocked
    this.#blocked = undefined
    sent?.(error)
  }
}

function brokenPipe(): Error {
  return Object.assign(new Error('write EPIPE'), { code: 'EPIPE', syscall: 'write' })
}
