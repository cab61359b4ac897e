import { connect, type Socket } from 'node:net'
import { settle as settleDown } from '../../tools/sleep.ts'
import type { Conversation, RawRequest } from './request.ts'
import { headerValue, parseResponse, type RawResponse } from './response.ts'

/** How a connection was left after the last response. */
export type Ending = 'kept' | 'closed' | 'reset' | 'timeout'

export interface Answer {
  readonly request: RawRequest
  /** Interim responses (1xx) and the final one; empty when nothing came. */
  readonly responses: readonly RawResponse[]
}

export interface Exchange {
  readonly answers: readonly Answer[]
  readonly ending: Ending
  /** Bytes after the last expected response: something was sent twice. */
  readonly leftover: Buffer
}

/** A server that listens. */
export interface Door {
  converse(talk: Conversation): Promise<Exchange>
  close(): Promise<void>
}

const maxInterim = 20

/** Speaks one conversation over a raw socket; silence ends it instead of failing it. */
export async function converse(address: Address, talk: Conversation): Promise<Exchange> {
  const line = await openLine(address, talk.patience)
  try {
    const answers: Answer[] = []
    if (talk.pipelined) line.write(Buffer.concat(talk.requests.map(({ bytes }) => bytes)))
    for (const request of talk.requests) {
      if (!talk.pipelined && !line.ended()) line.write(request.bytes)
      answers.push({ request, responses: await readAnswer(line, request) })
    }
    await settle(line, answers)
    return { answers, ending: line.ending(), leftover: line.rest() }
  } finally {
    line.hangUp()
  }
}

export type Address = { readonly port: number; readonly host: string } | { readonly path: string }

interface Line {
  write(bytes: Buffer): void
  rest(): Buffer
  drop(count: number): void
  ended(): boolean
  ending(): Ending
  /** Resolves at the next bytes, at the end, or when patience runs out. */
  more(): Promise<void>
  hangUp(): void
}

async function readAnswer(line: Line, request: RawRequest): Promise<RawResponse[]> {
  const responses: RawResponse[] = []
  for (let interim = 0; interim < maxInterim; interim++) {
    const response = await readResponse(line, request.method)
    if (!response) return responses
    responses.push(response)
    if (response.status >= 200 || response.status === 101) return responses
  }
  return responses
}

async function readResponse(line: Line, method: string): Promise<RawResponse | undefined> {
  for (;;) {
    const ended = line.ended()
    const parsed = parseResponse(line.rest(), { method, ended })
    if (parsed) {
      line.drop(parsed.end)
      return parsed.response
    }
    if (ended) return undefined
    await line.more()
  }
}

/** Waits for an announced close, and otherwise long enough to catch what was sent too much. */
async function settle(line: Line, answers: readonly Answer[]): Promise<void> {
  const last = answers.at(-1)?.responses.at(-1)
  const closes = last && headerValue(last, 'connection')?.toLowerCase() === 'close'
  for (let turn = 0; closes && !line.ended() && turn < 100; turn++) await line.more()
  // Some turns more than a busy machine needs for an end that no header announced.
  for (let turn = 0; turn < 24; turn++) await new Promise(setImmediate)
}

function openLine(address: Address, patience: number): Promise<Line> {
  return new Promise((resolve, reject) => {
    const socket = connect({ ...address, noDelay: true })
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.off('error', reject)
      resolve(attachLine(socket, patience))
    })
  })
}

function attachLine(socket: Socket, patience: number): Line {
  let buffered = Buffer.alloc(0)
  let ending: Ending = 'kept'
  let wake = () => {}
  const finish = (how: Ending) => {
    if (ending === 'kept') ending = how
    wake()
  }
  // On a busy machine the time may be over before the answer was read, or made.
  const timer = setTimeout(() => settleDown(30).then(() => finish('timeout')), patience)
  socket.on('data', (chunk) => {
    buffered = Buffer.concat([buffered, chunk])
    wake()
  })
  socket.on('end', () => finish('closed'))
  socket.on('close', () => finish('closed'))
  socket.on('error', () => finish('reset'))
  return {
    write: (bytes) => socket.write(bytes),
    rest: () => buffered,
    drop: (count) => {
      buffered = buffered.subarray(count)
    },
    ended: () => ending !== 'kept',
    ending: () => ending,
    more: () =>
      new Promise((resolve) => {
        wake = resolve
        if (ending !== 'kept') resolve()
      }),
    hangUp: () => {
      clearTimeout(timer)
      socket.destroy()
    },
  }
}
