import { ServerResponse } from 'node:http'

/** Where an HTTP/2 response refers to Node's members behind those of the dialect. */
export const kNative = Symbol('webapp.native')

export type NativeResponse = ServerResponse & { getRawHeaderNames(): string[] }

interface WithNative {
  readonly [kNative]?: NativeResponse
}

/** Node's members behind those of a response. Read them at each call: tracing tools replace them. */
export function nativeOf(res: ServerResponse): NativeResponse {
  return (res as WithNative)[kNative] ?? (ServerResponse.prototype as NativeResponse)
}
