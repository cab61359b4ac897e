import cluster, { type Address, type Worker } from 'node:cluster'
import { Socket as UdpSocket } from 'node:dgram'
import { Server as HttpServer } from 'node:http'
import { type AddressInfo, Server as NetServer } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import type { Listening } from '../protocol.ts'
import type { Reporting } from './reporting.ts'

/** The ports that servers got, by what the program asked for. */
export type OwnPorts = ReadonlyMap<string, number>

type Listen = (this: NetServer, ...args: unknown[]) => NetServer

/** Each server of the program listens on a free port of 127.0.0.1, whatever the program asks for. */
export function redirectServers(reporting: Reporting): OwnPorts {
  const ports = new Map<string, number>()
  const original = NetServer.prototype.listen as unknown as Listen
  const listen: Listen = function listen(...args) {
    const at = placeIn(args)
    const callback = args.find((each) => typeof each === 'function')
    this.prependOnceListener('listening', () => {
      const { port } = this.address() as AddressInfo
      ports.set(String(at), port)
      reporting.send({ type: 'listening', at, port, kind: kindOf(this) })
    })
    const options = { port: 0, host: '127.0.0.1' }
    return original.apply(this, callback === undefined ? [options] : [options, callback])
  }
  Object.assign(NetServer.prototype, { listen })
  if (cluster.isPrimary) {
    cluster.on('listening', (_worker: Worker, { port }: Address) => {
      reporting.send({ type: 'listening', at: 0, port, kind: 'http' })
    })
  }
  redirectDatagrams()
  return ports
}

/** The port or path that `listen` asks for; 0 for any port or a handle. */
function placeIn([first]: readonly unknown[]): number | string {
  if (typeof first === 'object' && first !== null) {
    const { port, path } = first as { port?: unknown; path?: unknown }
    if (port === undefined && typeof path === 'string') return path
    return toPlace(port)
  }
  return toPlace(first)
}

function toPlace(value: unknown): number | string {
  if (typeof value === 'string' && Number.isNaN(Number(value))) return value
  const port = Number(value ?? 0)
  return Number.isInteger(port) ? port : 0
}

function kindOf(server: NetServer): Listening['kind'] {
  if (server instanceof HttpServer) return 'http'
  return server instanceof TlsServer && server.listenerCount('request') > 0 ? 'https' : 'other'
}

type Bind = (this: UdpSocket, ...args: unknown[]) => UdpSocket

function redirectDatagrams(): void {
  const original = UdpSocket.prototype.bind as unknown as Bind
  const bind: Bind = function bind(...args) {
    const callback = args.find((each) => typeof each === 'function')
    return original.apply(this, callback === undefined ? [0] : [0, callback])
  }
  Object.assign(UdpSocket.prototype, { bind })
}
