import type { Socket } from 'node:net'
import { connectTo, whenClosed } from './sockets.ts'

// The other process of `connectSlowly`. One timer serves all connections, and they are made in batches, so
// that it is the server that is tried and not this client.
const [port = 0, count = 0, pause = 0] = process.argv.slice(2).map(Number)
const batch = 100

const open = new Set<Socket>()
const closed: Promise<string>[] = []
process.on('disconnect', () => process.exit())
setInterval(() => {
  for (const socket of open) socket.write('a')
}, pause)
while (closed.length < count) {
  const sockets = await Promise.all(Array.from({ length: batch }, () => connectTo(port)))
  closed.push(...sockets.map(hold))
}
process.send?.(await Promise.all(closed))

/** A head that does not end; what the server said until it closed the connection. */
async function hold(socket: Socket): Promise<string> {
  let said = ''
  socket.on('data', (bytes) => {
    said += bytes
  })
  socket.write('GET / HTTP/1.1\r\nX-')
  open.add(socket)
  await whenClosed(socket)
  open.delete(socket)
  return said
}
