import { Server as HttpServer, type Server, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { serverFieldWith, symbolsOf } from '../internals.ts'
import type { LaneRequest, Parser } from './connection.ts'

// Facts about Node's servers and their connections that the lane needs.

export type ResponseClass = new (req: LaneRequest, options: object) => ServerResponse

/**
 * The time that Node adds to the keep-alive timeout of this connection: nothing or a second, an
 * option in newer versions. Node has set the timeout after the first response.
 */
export function graceOf(server: Server, socket: Socket): number | undefined {
  const { keepAliveTimeout } = server
  if (!keepAliveTimeout) return 0
  const grace = (socket.timeout ?? 0) - keepAliveTimeout
  const { keepAliveTimeoutBuffer: option } = server as { keepAliveTimeoutBuffer?: unknown }
  return grace === 0 || grace === 1000 || grace === option ? grace : undefined
}

/** Whether this is a plain socket. With TLS, the end can arrive together with a request. */
export function isPlain(socket: Socket): boolean {
  return Object.getPrototypeOf(socket) === Socket.prototype
}

/** A member of Node's parser that Node calls. */
export type Slot = ((...args: unknown[]) => void) | undefined

/** Where Node's parser keeps the function that it calls after each chunk. */
export function executeSlot(parser: Parser): string | undefined {
  knownSlot ??= findSlot(parser, 'bound onParserExecute')
  return knownSlot
}

let knownSlot: string | undefined

/** Where Node's parser keeps a function with this name. */
export function findSlot(parser: Parser, name: string): string | undefined {
  const slots = parser as unknown as Record<string, Slot>
  return Object.keys(slots).find((key) => slots[key]?.name === name)
}

/** Whether a server has an option with which Node handles its requests in another way. */
export function isUnusual(server: Server): boolean {
  const optimises = symbolsOf(server).get('OptimizeEmptyRequestsOption')
  const { httpAllowHalfOpen } = server as { httpAllowHalfOpen?: boolean }
  return Boolean(httpAllowHalfOpen || (optimises && fieldsOf(server)[optimises]))
}

const sample = new HttpServer()
const kResponse = serverFieldWith(sample, ServerResponse)
export const kUniqueHeaders = symbolsOf(sample).get('kUniqueHeaders')

/** The class with which a server constructs responses, if it is one of an application. */
export function responseClass(server: Server): ResponseClass | undefined {
  if (kResponse === undefined) return undefined
  const Response = fieldsOf(server)[kResponse] as ResponseClass
  return Response === ServerResponse ? undefined : Response
}

export function fieldsOf(object: object): Record<symbol, unknown> {
  return object as Record<symbol, unknown>
}
