const LARGE = 1024 * 1024
const SMALL = 64 * 1024

/**
 * The maximum number of large buffers in use. Further transfers get a small buffer, so that
 * thousands of slow clients hold little memory.
 */
const MAX_IN_USE = 32

/** The maximum number of free buffers to keep: allocating a buffer takes longer than filling it. */
const MAX_FREE = 8

const free: Buffer[] = []
let inUse = 0

/** Takes a buffer from the pool, for the chunks of one file. */
export function acquireBuffer(): Buffer {
  if (inUse === MAX_IN_USE) return allocateBuffer()
  inUse++
  return free.pop() ?? Buffer.allocUnsafeSlow(LARGE)
}

/** Allocates a buffer outside of the pool, for a chunk that the receiver may keep. */
export function allocateBuffer(): Buffer {
  return Buffer.allocUnsafeSlow(SMALL)
}

/** Returns a buffer. It is reused only if all of it was sent: else Node may still read from it. */
export function releaseBuffer(buffer: Buffer, isSent: boolean): void {
  if (buffer.length !== LARGE) return
  inUse--
  if (isSent && free.length < MAX_FREE) free.push(buffer)
}
