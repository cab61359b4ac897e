import { Server } from 'node:net'
import { Server as TlsServer } from 'node:tls'

/**
 * Keeps servers from listening, and reports each of them instead. A plain server on a socket file is
 * left alone: programs hold a lock with one, wait until it listens, and must not go on without it.
 * Returns a function that ends this.
 */
export function keepFromListening(onServer: (server: Server) => void): () => void {
  const { listen } = Server.prototype
  Server.prototype.listen = function (this: Server, ...args: unknown[]) {
    if (isPlain(this) && isSocketFile(args[0])) {
      return listen.apply(this, args as Parameters<typeof listen>).unref()
    }
    onServer(this)
    return this
  } as Server['listen']
  return () => {
    Server.prototype.listen = listen
  }
}

/** Not a server of HTTP: those inherit from these two. */
function isPlain(server: Server): boolean {
  const prototype: unknown = Object.getPrototypeOf(server)
  const isBase = prototype === Server.prototype || prototype === TlsServer.prototype
  return isBase && server.listenerCount('request') === 0
}

/** `listen(path)` and `listen({ path })`. Text with a number is a port. */
function isSocketFile(first: unknown): boolean {
  if (typeof first === 'string') return Number.isNaN(Number(first))
  return typeof first === 'object' && first !== null && 'path' in first && !('port' in first)
}
