import type { ServerResponse } from 'node:http'

/** Types of responses that have no end of their own. */
const STREAM_TYPE =
  /^(?:text\/event-stream|multipart\/x-mixed-replace|application\/(?:x-)?(?:ndjson|jsonl|json-seq|stream\+json))\b/i

type Headers = readonly (readonly [string, string])[]

/** Whether the headers of a response say that it goes on until its client leaves. */
export function hasStreamType(headers: Headers): boolean {
  return STREAM_TYPE.test(headerOf(headers, 'content-type') ?? '')
}

/** Whether a body has no length, so that its client cannot know how much is missing. */
export function hasNoLength(headers: Headers): boolean {
  return headerOf(headers, 'content-length') === undefined
}

/** Whether the client of a response has left. */
export function isGone(res: ServerResponse): boolean {
  const { stream, socket } = res as ServerResponse & { stream?: { destroyed: boolean } }
  return (stream ?? socket)?.destroyed !== false
}

function headerOf(headers: Headers, name: string): string | undefined {
  return headers.find(([each]) => each.toLowerCase() === name)?.[1]
}
