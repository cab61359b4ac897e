import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { connect, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

/**
 * Makes sure that no other process of this machine uses a folder: two of them would destroy the
 * database. A process that was killed leaves no lock behind, because nothing listens on its socket
 * any more. Returns a function that ends the lock.
 */
export async function lockFolder(folder: string): Promise<() => Promise<void>> {
  const path = socketOf(folder)
  const server = await listen(path).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    if (await isAlive(path)) throw new Error(`Another process uses the database in ${folder}.`)
    await rm(path, { force: true })
    return listen(path)
  })
  return async () => {
    server.close()
    await once(server, 'close')
  }
}

/** The path of a socket must be short, so the folder is only in its hash. */
function socketOf(folder: string): string {
  const name = `data-${createHash('sha256').update(resolve(folder)).digest('hex').slice(0, 24)}`
  return process.platform === 'win32' ? `\\\\.\\pipe\\${name}` : join(tmpdir(), `${name}.sock`)
}

async function listen(path: string): Promise<Server> {
  const server = createServer((socket) => socket.destroy()).listen(path)
  await once(server, 'listening')
  return server.unref()
}

async function isAlive(path: string): Promise<boolean> {
  const socket = connect(path)
  try {
    await once(socket, 'connect')
    return true
  } catch {
    return false
  } finally {
    socket.destroy()
  }
}
