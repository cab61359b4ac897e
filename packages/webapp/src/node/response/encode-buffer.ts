import type { Socket } from 'node:net'
import { isPlainSocket } from './plain-socket.ts'

// The bytes of a large text are needed for its entity tag and for the response. Fresh memory for
// them costs as much as the encoding, so each text is encoded into the memory of the one before.

/** The space before the bytes, for the head that is written with them. */
const ROOM = 1024

/** Longer texts would keep too much memory reserved. */
const LONGEST = 256 * 1024

/** The most bytes that UTF-8 needs for one UTF-16 code unit. */
const WIDEST = 3

let memory = Buffer.alloc(0)

/** The bytes of a text in UTF-8, valid until the next call; `undefined` if the text is too long. */
export function encodeText(text: string): Buffer | undefined {
  if (text.length > LONGEST) return undefined
  const size = ROOM + WIDEST * text.length
  if (memory.length < size) memory = Buffer.allocUnsafeSlow(size)
  return memory.subarray(ROOM, ROOM + memory.write(text, ROOM, 'utf8'))
}

/**
 * Writes a head and the bytes of the last `encodeText` to a socket in one call. Returns false if the
 * socket may keep a reference to what is written, or if the head is too long.
 */
export function writeEncoded(
  socket: Socket,
  head: string,
  bytes: Buffer,
  callback?: (error?: Error | null) => void,
): boolean {
  if (head.length > ROOM || !isPlainSocket(socket)) return false
  const start = ROOM - head.length
  memory.write(head, start, 'latin1')
  socket.write(memory.subarray(start, ROOM + bytes.length), callback)
  // The socket still reads from this memory if it did not take everything at once.
  if (socket.writableLength !== 0) memory = Buffer.alloc(0)
  return true
}
