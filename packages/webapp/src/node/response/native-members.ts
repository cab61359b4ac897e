import { ServerResponse } from 'node:http'

/** Where the face of an HTTP/2 response tells which members of Node lie behind ours. */
export const kNative = Symbol('webapp.native')

export type NativeResponse = ServerResponse & { getRawHeaderNames(): string[] }

interface Faced {
  readonly [kNative]?: NativeResponse
}

/** Node's members behind those of a response. Read each time: tracing tools replace them there. */
export function nativeOf(res: ServerResponse): NativeResponse {
  return (res as Faced)[kNative] ?? (ServerResponse.prototype as NativeResponse)
}
