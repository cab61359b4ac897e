import { connect, type Socket } from 'node:net'
import type { ChildMessage, ParentMessage } from '../inspector/messages.ts'
import { readLines } from '../read-lines.ts'

/** Records that the other side has not read yet: beyond this, new ones are dropped. */
const MAX_PENDING = 8_000_000

/** The connection to `webapp dev`, over which the program reports its requests. */
export class RecordLink {
  readonly #socket: Socket

  constructor(port: number, token: string, onMessage: (message: ParentMessage) => void) {
    this.#socket = connect({ port, host: '127.0.0.1' })
    this.#socket.unref()
    this.#socket.write(`${token}\n`)
    this.#socket.on('error', () => undefined)
    readLines(this.#socket, (line) => onMessage(JSON.parse(line) as ParentMessage))
  }

  /** Calls back when `webapp dev` has ended. */
  onEnd(callback: () => void): void {
    this.#socket.once('close', callback)
  }

  /** Returns whether the message was sent. */
  send(message: ChildMessage): boolean {
    if (this.#socket.destroyed || this.#socket.writableLength > MAX_PENDING) return false
    this.#socket.write(`${JSON.stringify(message)}\n`)
    return true
  }
}
