/** What the processes of `webapp shadow` send to each other. */

/** Holds the settings of the recorder, as JSON, for the program and the processes that it starts. */
export const ORIGINAL_VARIABLE = 'WEBAPP_SHADOW'

/** Holds the settings of a copy, as JSON. */
export const COPY_VARIABLE = 'WEBAPP_SHADOW_COPY'

/** Holds the plan of the process that compares, as JSON, if the program has started it. */
export const PLAN_VARIABLE = 'WEBAPP_SHADOW_PLAN'

export interface RecorderSettings {
  /** The socket file or named pipe of the process that compares. */
  readonly socket: string
  /** The share of requests that is recorded, from 0 to 1. */
  readonly sample: number
  readonly methods: readonly string[]
  /** How many bytes of a body are kept. */
  readonly limit: number
}

/** What a server of the program listens on, and its place among the HTTP servers of the program. */
export interface ServerPlace {
  /** A port, or the path of a socket. */
  readonly at: number | string
  readonly order: number
}

/** A request that the program has handled, and the head of its response. */
export interface Recording {
  readonly method: string
  readonly url: string
  /** As in `req.rawHeaders`. */
  readonly headers: readonly string[]
  readonly server: ServerPlace
  /** The pattern of the route, if Express found one. */
  readonly route: string | undefined
  /** The status line and the headers that Node sent. */
  readonly head: string
  /** Bytes of the response body; more than the frame has if the body is longer than the limit. */
  readonly size: number
  /** Requests that the process has received, whether they were recorded or not. */
  readonly seen: number
}

export interface Frame {
  readonly recording: Recording
  readonly requestBody: Buffer
  readonly responseBody: Buffer
}

const LENGTHS = 12

/** A frame: the lengths of three parts, then the parts. */
export function encodeFrame(
  recording: Recording,
  requestBody: readonly Uint8Array[],
  responseBody: readonly Uint8Array[],
): Buffer {
  const json = Buffer.from(JSON.stringify(recording))
  const lengths = Buffer.allocUnsafe(LENGTHS)
  lengths.writeUInt32LE(json.length, 0)
  lengths.writeUInt32LE(sizeOf(requestBody), 4)
  lengths.writeUInt32LE(sizeOf(responseBody), 8)
  return Buffer.concat([lengths, json, ...requestBody, ...responseBody])
}

function sizeOf(parts: readonly Uint8Array[]): number {
  return parts.reduce((sum, part) => sum + part.length, 0)
}

/** Calls back for each complete frame in the chunks that it gets. */
export function createFrameReader(onFrame: (frame: Frame) => void): (chunk: Buffer) => void {
  let chunks: Buffer[] = []
  let size = 0
  let wanted = LENGTHS
  return (chunk) => {
    chunks.push(chunk)
    size += chunk.length
    if (size < wanted) return
    let rest = Buffer.concat(chunks)
    for (;;) {
      wanted = frameSize(rest)
      if (rest.length < wanted) break
      onFrame(decodeFrame(rest))
      rest = rest.subarray(wanted)
    }
    chunks = [rest]
    size = rest.length
  }
}

function frameSize(bytes: Buffer): number {
  if (bytes.length < LENGTHS) return LENGTHS
  return LENGTHS + bytes.readUInt32LE(0) + bytes.readUInt32LE(4) + bytes.readUInt32LE(8)
}

function decodeFrame(bytes: Buffer): Frame {
  const json = LENGTHS + bytes.readUInt32LE(0)
  const request = json + bytes.readUInt32LE(4)
  return {
    recording: JSON.parse(bytes.toString('utf8', LENGTHS, json)) as Recording,
    requestBody: bytes.subarray(json, request),
    responseBody: bytes.subarray(request, request + bytes.readUInt32LE(8)),
  }
}

/** `refuse`: none; `read-only`: HTTP requests with a safe method; `pass`: all. */
export type Outgoing = 'refuse' | 'read-only' | 'pass'

export interface CopySettings {
  /** The descriptor of the pipe for `CopyMessage`; the main process has one. */
  readonly pipe?: number
  /** The file to which all processes of a copy append lines of `Wish`. */
  readonly wishes: string
  readonly outgoing: Outgoing
  /** `host:port`, `host`, `*:port` or the path of a socket. */
  readonly allow: readonly string[]
  readonly refusesWrites: boolean
  readonly refusesProcesses: boolean
  /** For the copy on webapp. */
  readonly routes?: RoutesSettings
}

export interface RoutesSettings {
  /** The file to which the copy writes the list of its routes. */
  readonly file: string
  /** The folder of the webapp that it uses. */
  readonly framework: string
}

export type CopyMessage = Listening | Rejection

/** A rejection that the program does not catch. */
export interface Rejection {
  readonly type: 'rejection'
}

/** A server of a copy listens on a port of its own. */
export interface Listening {
  readonly type: 'listening'
  /** What the program asked for. */
  readonly at: number | string
  readonly port: number
  readonly kind: 'http' | 'https' | 'other'
}

/** Something outside of the process that a copy wanted to use. */
export interface Wish {
  readonly kind: 'connection' | 'lookup' | 'datagram' | 'process' | 'write'
  readonly target: string
  readonly isRefused: boolean
}
