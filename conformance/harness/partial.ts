import { connect } from 'node:net'
import { sleep } from '../../tools/sleep.ts'
import type { App } from './express.ts'
import { addressOf, startServer, stopServer } from './run.ts'

export interface Pieces {
  /** Written one after the other, with a pause between them. */
  readonly pieces: readonly (string | Buffer)[]
  readonly pause?: number
  /** What the client does after the last piece: half-close, vanish, or wait for the answer. */
  readonly leave: 'end' | 'destroy' | 'reset' | 'wait'
  /** Waits for the first bytes of the answer before it does that. */
  readonly afterBytes?: boolean
  /** Resolves when the server has seen all there is to see; else the end of the connection counts. */
  readonly until?: Promise<unknown>
}

/** Speaks to the program in pieces and tells what came back until the connection was over. */
export async function speakInPieces(program: App, talk: Pieces): Promise<string> {
  const server = await startServer(program, 'http.createServer')
  try {
    const { port } = addressOf(server) as { port: number }
    const socket = connect({ port, host: '127.0.0.1', noDelay: true })
    const received: Buffer[] = []
    socket.on('data', (chunk) => received.push(chunk))
    socket.on('error', () => {})
    const closed = new Promise((resolve) => socket.once('close', resolve))
    await new Promise((resolve) => socket.once('connect', resolve))
    for (const piece of talk.pieces) {
      socket.write(piece)
      await sleep(talk.pause ?? 15)
    }
    if (talk.afterBytes && received.length === 0) {
      await new Promise((resolve) => socket.once('data', resolve))
    }
    if (talk.leave === 'end') socket.end()
    if (talk.leave === 'destroy') socket.destroy()
    if (talk.leave === 'reset') socket.resetAndDestroy()
    await Promise.race([talk.until ?? closed, sleep(500)])
    await sleep(20)
    socket.destroy()
    return Buffer.concat(received)
      .toString('latin1')
      .replace(/^Date: .*$/m, 'Date: <now>')
      .replace(/^X-Powered-By: .*$/m, 'X-Powered-By: <product>')
  } finally {
    await stopServer(server)
  }
}
