import { connect, type Socket } from 'node:net'

/** More bytes than this are not kept for a process that reads too slowly. */
const MOST_WAITING = 8 * 1024 * 1024

/** Pauses before a new attempt to connect, in milliseconds. */
const FIRST_PAUSE = 250
const LONGEST_PAUSE = 30_000

/** The connection to the process that compares. It never keeps the program running. */
export class Link {
  readonly #path: string
  readonly #onOpen: () => void
  readonly #onClose: () => void
  #socket: Socket | undefined
  #pause = FIRST_PAUSE

  constructor(path: string, onOpen: () => void, onClose: () => void) {
    this.#path = path
    this.#onOpen = onOpen
    this.#onClose = onClose
    this.#connect()
  }

  #connect(): void {
    const socket = connect(this.#path, () => {
      this.#socket = socket
      this.#pause = FIRST_PAUSE
      this.#onOpen()
    })
    socket.unref()
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (this.#socket !== undefined) this.#onClose()
      this.#socket = undefined
      setTimeout(() => this.#connect(), this.#pause).unref()
      this.#pause = Math.min(LONGEST_PAUSE, 2 * this.#pause)
    })
  }

  /** Whether a recording would be dropped. */
  get isFull(): boolean {
    return this.#socket === undefined || this.#socket.writableLength > MOST_WAITING
  }

  send(bytes: Buffer): void {
    this.#socket?.write(bytes)
  }
}
