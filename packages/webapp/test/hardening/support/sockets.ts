import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection whose end, however rude, is no failure of the test. */
export async function connectTo(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1')
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

export function whenClosed(socket: Socket): Promise<unknown> {
  return new Promise((resolve) => socket.once('close', resolve))
}
