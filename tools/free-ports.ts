import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

// Systems choose ports for other servers and clients above 32767 (Linux) or 49151. A port below
// stays free until the program that it is meant for has started.
const FIRST = 20_000
const LAST = 32_000

/** Ports for programs that are started later, and that nobody else takes in the meantime. */
export async function freePorts(count: number): Promise<number[]> {
  const ports = new Set<number>()
  while (ports.size < count) {
    const port = FIRST + Math.floor(Math.random() * (LAST - FIRST))
    if (!ports.has(port) && (await isFree(port)) && (await reserve(port))) ports.add(port)
  }
  return [...ports]
}

async function isFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

/**
 * Other test processes look for ports too. Each keeps its own until it ends, by a socket of UDP, which
 * does not prevent servers of TCP.
 */
async function reserve(port: number): Promise<boolean> {
  const socket = createSocket('udp4').unref()
  try {
    socket.bind(port, '127.0.0.1')
    await once(socket, 'listening')
    return true
  } catch {
    socket.close()
    return false
  }
}
