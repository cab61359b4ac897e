import { Socket as UdpSocket } from 'node:dgram'
import { Agent, type ClientRequest } from 'node:http'
import { Socket } from 'node:net'
import type { CopySettings } from '../protocol.ts'
import { isAllowed, safeRequest } from './allowed.ts'
import type { OwnPorts } from './redirect-servers.ts'
import type { Reporting } from './reporting.ts'

interface Target {
  readonly host?: unknown
  readonly port?: unknown
  readonly path?: unknown
}

type Connect = (this: Socket, ...args: unknown[]) => Socket

/**
 * Refuses connections to what is not allowed, as a host does on which nothing listens. A connection to
 * a server of the program itself leads to the server of this copy.
 */
export function guardConnections(
  settings: CopySettings,
  reporting: Reporting,
  ownPorts: OwnPorts,
): void {
  const original = Socket.prototype.connect as unknown as Connect
  const connect: Connect = function connect(...args) {
    const { target, callback } = readArguments(args)
    const ownPort = ownPortOf(target, ownPorts)
    if (ownPort !== undefined) {
      const { path: _path, ...rest } = target
      const options = { ...rest, host: '127.0.0.1', port: ownPort }
      return original.apply(this, callback === undefined ? [options] : [options, callback])
    }
    const { host, port } = hostOf(target)
    const isRefused = !isAllowed(settings, { host, port })
    const name = port === undefined ? host : `${host}:${port}`
    reporting.wish({ kind: 'connection', target: name, isRefused })
    if (!isRefused) return original.apply(this, args)
    // Writes wait for the connection, as in one that is being opened.
    Object.assign(this, { connecting: true })
    process.nextTick(() => this.destroy(refusal(name, host, port)))
    return this
  }
  Object.assign(Socket.prototype, { connect })
  if (settings.outgoing === 'read-only') watchMethods(settings, reporting)
  guardDatagrams(settings, reporting)
}

/** `connect(options)`, `connect(port, host)`, `connect(path)`, or the list that Node makes of these. */
function readArguments(args: readonly unknown[]): { target: Target; callback: unknown } {
  const list = Array.isArray(args[0]) ? (args[0] as unknown[]) : args
  const [first, second] = list
  const callback = list.find((each) => typeof each === 'function')
  if (typeof first === 'object' && first !== null) return { target: first as Target, callback }
  if (typeof first === 'string' && Number.isNaN(Number(first))) {
    return { target: { path: first }, callback }
  }
  const host = typeof second === 'string' ? second : undefined
  return { target: { port: first, host }, callback }
}

const LOOPBACK = /^(?:localhost|127\.\d+\.\d+\.\d+|::1|0\.0\.0\.0|::)$/

function ownPortOf(target: Target, ownPorts: OwnPorts): number | undefined {
  if (typeof target.path === 'string') return ownPorts.get(target.path)
  const { host, port } = hostOf(target)
  if (port === undefined || port === 0 || !LOOPBACK.test(host)) return undefined
  const isOwn = [...ownPorts.values()].includes(port)
  return ownPorts.get(String(port)) ?? (isOwn ? port : undefined)
}

function hostOf({ host, port, path }: Target): { host: string; port: number | undefined } {
  if (typeof path === 'string') return { host: path, port: undefined }
  return { host: typeof host === 'string' ? host : 'localhost', port: Number(port) }
}

function refusal(name: string, address: string, port: number | undefined): Error {
  const error = new Error(`connect ECONNREFUSED ${name} (refused by webapp shadow)`)
  return Object.assign(error, {
    ...{ code: 'ECONNREFUSED', errno: -111, syscall: 'connect', address },
    ...(port !== undefined && { port }),
  })
}

const SAFE = /^(?:GET|HEAD|OPTIONS)$/i

/** A request that never gets a socket does not report its end by itself. */
function fail(request: ClientRequest, error: Error): void {
  process.nextTick(() => {
    request.destroy()
    request.emit('error', error)
    request.emit('close')
  })
}

type AddRequest = (this: Agent, request: ClientRequest, ...args: unknown[]) => unknown

/** Marks the connections of requests with a safe method, and refuses other requests. */
function watchMethods(settings: CopySettings, reporting: Reporting): void {
  const prototype = Agent.prototype as unknown as { addRequest: AddRequest }
  const original = prototype.addRequest
  prototype.addRequest = function addRequest(request, ...args) {
    if (SAFE.test(request.method)) {
      return safeRequest.run(true, () => original.call(this, request, ...args))
    }
    const [options] = args as [Target | undefined]
    const { host, port } = hostOf({ host: options?.host ?? request.host, port: options?.port })
    if (isAllowed(settings, { host, port })) return original.call(this, request, ...args)
    const name = `${request.method} ${host}:${port}`
    reporting.wish({ kind: 'connection', target: name, isRefused: true })
    return fail(request, refusal(name, host, port))
  }
  const { fetch } = globalThis
  globalThis.fetch = async function fetchSafely(input, init) {
    const request = new Request(input, init)
    if (SAFE.test(request.method)) return safeRequest.run(true, () => fetch(input, init))
    const { hostname, port, protocol } = new URL(request.url)
    const wanted = Number(port || (protocol === 'https:' ? 443 : 80))
    if (isAllowed(settings, { host: hostname, port: wanted })) return fetch(input, init)
    const name = `${request.method} ${hostname}:${wanted}`
    reporting.wish({ kind: 'connection', target: name, isRefused: true })
    throw new TypeError('fetch failed', { cause: refusal(name, hostname, wanted) })
  }
}

type Send = (this: UdpSocket, ...args: unknown[]) => void

/** A datagram that is refused is lost, as on a network. */
function guardDatagrams(settings: CopySettings, reporting: Reporting): void {
  const original = UdpSocket.prototype.send as unknown as Send
  const send: Send = function send(...args) {
    const numbers = args.filter((each) => typeof each === 'number')
    const port = numbers.at(-1)
    const host = args.slice(1).find((each) => typeof each === 'string') ?? 'localhost'
    const isRefused = settings.outgoing === 'read-only' || !isAllowed(settings, { host, port })
    reporting.wish({ kind: 'datagram', target: `${host}:${port ?? ''}`, isRefused })
    if (!isRefused) {
      original.apply(this, args)
      return
    }
    const callback = args.find((each) => typeof each === 'function') as
      | ((error: null, bytes: number) => void)
      | undefined
    if (callback !== undefined) process.nextTick(callback, null, 0)
  }
  Object.assign(UdpSocket.prototype, { send })
}
