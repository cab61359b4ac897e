import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { afterEach } from 'vitest'
import { type ClientOptions, WebSocket } from 'ws'

/** The bytes of a valid handshake, for clients that write them themselves. */
export function handshake(path: string, headers: Record<string, string | undefined> = {}): string {
  const all = {
    Host: 'example.com',
    Upgrade: 'websocket',
    Connection: 'Upgrade',
    'Sec-WebSocket-Key': 'dGhlIHNhbXBsZSBub25jZQ==',
    'Sec-WebSocket-Version': '13',
    ...headers,
  }
  const lines = Object.entries(all).flatMap(([name, value]) =>
    value === undefined ? [] : `${name}: ${value}`,
  )
  return `GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`
}

export interface Connected {
  readonly socket: WebSocket
  /** The response to the handshake. */
  readonly response: IncomingMessage
  /** The next message as text. */
  next(): Promise<string>
  /** The code and the reason with which the socket was closed. */
  readonly closed: Promise<{ code: number; reason: string }>
}

const opened = new Set<WebSocket>()

/** Closes the sockets of a test before its servers, which wait for them. Call it in `describe`. */
export function closeSocketsAfterEach(): void {
  afterEach(() => {
    for (const socket of opened) socket.terminate()
    opened.clear()
  })
}

interface Options extends ClientOptions {
  readonly protocols?: string[]
}

/** Opens a WebSocket. */
export async function openSocket(url: string, options: Options = {}): Promise<Connected> {
  const { protocols = [], ...rest } = options
  const socket = new WebSocket(url, protocols, rest)
  opened.add(socket)
  const messages: string[] = []
  const waiting: ((text: string) => void)[] = []
  socket.on('message', (data) => {
    const take = waiting.shift()
    if (take === undefined) messages.push(String(data))
    else take(String(data))
  })
  const closed = new Promise<{ code: number; reason: string }>((resolve) => {
    socket.on('close', (code, reason) => resolve({ code, reason: String(reason) }))
  })
  const upgraded = once(socket, 'upgrade')
  const open = once(socket, 'open')
  upgraded.catch(() => {}) // `open` tells it.
  await open
  const [response] = (await upgraded) as [IncomingMessage]
  return {
    socket,
    response,
    closed,
    next() {
      const message = messages.shift()
      if (message !== undefined) return Promise.resolve(message)
      return new Promise((resolve) => waiting.push(resolve))
    },
  }
}

/** The response to a handshake that the server refuses. */
export async function refusal(
  url: string,
  options: Options = {},
): Promise<{ status: number; headers: IncomingMessage['headers']; text: string }> {
  const { protocols = [], ...rest } = options
  const socket = new WebSocket(url, protocols, rest)
  socket.on('error', () => {}) // The response tells more.
  const [, response] = (await once(socket, 'unexpected-response')) as [unknown, IncomingMessage]
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: Buffer.concat(chunks).toString(),
  }
}
