import type { Socket } from 'node:net'
import { isOwnConnection } from '../server/plain-socket.ts'

// The bytes of a large text are needed twice, for its entity tag and to be sent, and fresh memory for
// them costs as much as to write them there. So they are written into memory that the next text gets.

/** What lies before the bytes, for the head that goes out with them. */
const ROOM = 1024

/** Longer texts are rare, and would hold too much memory. */
const LONGEST = 256 * 1024

/** A character of a text takes up to so many bytes in UTF-8. */
const WIDEST = 3

let memory = Buffer.alloc(0)

/** The bytes of a text in UTF-8, until the next one is encoded; undefined for one that is too long. */
export function encodeText(text: string): Buffer | undefined {
  if (text.length > LONGEST) return undefined
  const size = ROOM + WIDEST * text.length
  if (memory.length < size) memory = Buffer.allocUnsafeSlow(size)
  return memory.subarray(ROOM, ROOM + memory.write(text, ROOM, 'utf8'))
}

/**
 * Writes a head and the bytes that were encoded last to a connection, in one piece. Returns false
 * where somebody may keep what is written, or where there is no room for the head.
 */
export function writeEncoded(socket: Socket, head: string, bytes: Buffer): boolean {
  if (head.length > ROOM || !isOwnConnection(socket)) return false
  const start = ROOM - head.length
  memory.write(head, start, 'latin1')
  socket.write(memory.subarray(start, ROOM + bytes.length))
  // What the connection did not take at once is read from there later.
  if (socket.writableLength !== 0) memory = Buffer.alloc(0)
  return true
}
