import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { ChildMessage, ParentMessage } from './inspector/messages.ts'
import { readLines } from './read-lines.ts'

/** A client that sends more before the token is not the program. */
const MAX_GREETING = 4_000_000

/** Takes the reports of the program, on a loopback port that only a process with the token can use. */
export class RecordsServer {
  readonly #server: Server
  readonly #token: string
  readonly #sockets = new Set<Socket>()
  readonly #onMessage: (message: ChildMessage, source: object, size: number) => void

  /** Each connection is a source: the program, and each process that it starts. */
  constructor(
    token: string,
    onMessage: (message: ChildMessage, source: object, size: number) => void,
  ) {
    this.#token = token
    this.#onMessage = onMessage
    this.#server = createServer((socket) => this.#admit(socket))
  }

  async listen(): Promise<number> {
    this.#server.listen(0, '127.0.0.1')
    await once(this.#server, 'listening')
    return (this.#server.address() as AddressInfo).port
  }

  send(message: ParentMessage): void {
    for (const socket of this.#sockets) socket.write(`${JSON.stringify(message)}\n`)
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #admit(socket: Socket): void {
    let isAdmitted = false
    socket.on('error', () => undefined)
    socket.on('close', () => this.#sockets.delete(socket))
    socket.on('data', () => {
      if (!isAdmitted && socket.bytesRead > MAX_GREETING) socket.destroy()
    })
    readLines(socket, (line) => {
      if (isAdmitted) this.#onMessage(JSON.parse(line) as ChildMessage, socket, line.length)
      else if (isSame(line, this.#token)) {
        isAdmitted = true
        this.#sockets.add(socket)
      } else socket.destroy()
    })
  }
}

/** Compares secrets in a time that does not depend on where they differ. */
export function isSame(given: string, secret: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(secret)]
  return one.length === other.length && timingSafeEqual(one, other)
}
