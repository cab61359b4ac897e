import { timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import type { ChildMessage, ParentMessage } from './inspector/messages.ts'
import { readLines } from './read-lines.ts'

/** A client that sends more before the token is not the program. */
const MAX_GREETING = 4_000_000

/** A process that says nothing for this time is busy, perhaps in a loop that the change mends. */
const REPLY_WAIT = 5000

/** A question to all processes of the program. */
interface Question {
  readonly waiting: Set<Socket>
  readonly found: string[]
  isComplete: boolean
  readonly end: () => void
}

export interface Reply {
  readonly files: readonly string[]
  /** Whether all processes replied that were connected. */
  readonly isComplete: boolean
}

/** Takes the reports of the program, on a loopback port that only a process with the token can use. */
export class RecordsServer {
  readonly #server: Server
  readonly #token: string
  readonly #sockets = new Set<Socket>()
  readonly #questions = new Map<number, Question>()
  #asked = 0
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

  /** Which of these files the program has loaded; all of them if a process does not reply. */
  whichLoaded(files: readonly string[]): Promise<Reply> {
    const id = ++this.#asked
    return new Promise((resolve) => {
      const finish = (reply: Reply) => {
        clearTimeout(timer)
        this.#questions.delete(id)
        resolve(reply)
      }
      const timer = setTimeout(() => finish({ files, isComplete: false }), REPLY_WAIT)
      const question: Question = {
        waiting: new Set(this.#sockets),
        found: [],
        isComplete: this.#sockets.size > 0,
        end: () => finish({ files: question.found, isComplete: question.isComplete }),
      }
      this.#questions.set(id, question)
      if (question.isComplete) this.send({ type: 'which', id, files })
      else question.end()
    })
  }

  #takeReply(source: Socket, { id, files }: { id: number; files: readonly string[] }): void {
    const question = this.#questions.get(id)
    question?.found.push(...files)
    this.#stopWaiting(source, question)
  }

  #stopWaiting(source: Socket, question: Question | undefined): void {
    question?.waiting.delete(source)
    if (question?.waiting.size === 0) question.end()
  }

  close(): void {
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
  }

  #take(message: ChildMessage, socket: Socket, size: number): void {
    if (message.type === 'loaded') this.#takeReply(socket, message)
    else this.#onMessage(message, socket, size)
  }

  #admit(socket: Socket): void {
    let isAdmitted = false
    socket.on('error', () => undefined)
    socket.on('close', () => {
      this.#sockets.delete(socket)
      for (const question of this.#questions.values()) {
        if (question.waiting.has(socket)) question.isComplete = false
        this.#stopWaiting(socket, question)
      }
    })
    socket.on('data', () => {
      if (!isAdmitted && socket.bytesRead > MAX_GREETING) socket.destroy()
    })
    readLines(socket, (line) => {
      if (isAdmitted) this.#take(JSON.parse(line) as ChildMessage, socket, line.length)
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
