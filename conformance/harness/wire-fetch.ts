import { toFetchRequest } from './fetch-requests.ts'
import type { Conversation, RawRequest } from './request.ts'
import type { HeaderLine, RawResponse } from './response.ts'
import type { Answer, Door, Exchange } from './wire.ts'

/** An application that takes web requests. */
export interface Fetching {
  fetch(request: Request, options: { remoteAddress: string }): Promise<Response>
}

/** Asks an application by `app.fetch`. */
export function openFetch(app: Fetching): Door {
  return { converse: (talk) => converse(app, talk), close: async () => {} }
}

/** Sends one request after the other; silence ends the exchange instead of failing it. */
async function converse(app: Fetching, talk: Conversation): Promise<Exchange> {
  const answers: Answer[] = []
  for (const request of talk.requests) {
    answers.push({ request, responses: await ask(app, request, talk.patience) })
    // The next request of a connection arrives in a later turn.
    for (let turn = 0; turn < 6; turn++) await new Promise(setImmediate)
  }
  return { answers, ending: 'kept', leftover: Buffer.alloc(0) }
}

async function ask(app: Fetching, request: RawRequest, patience: number): Promise<RawResponse[]> {
  const controller = new AbortController()
  const timer = setTimeout(() => controller.abort(), patience)
  try {
    const fetched = toFetchRequest(request, controller.signal)
    return [await read(await app.fetch(fetched, { remoteAddress: '127.0.0.1' }))]
  } catch {
    return []
  } finally {
    clearTimeout(timer)
  }
}

async function read(response: Response): Promise<RawResponse> {
  const { status, headers, body } = response
  const chunks: Uint8Array[] = []
  let complete = true
  try {
    for await (const chunk of body ?? []) chunks.push(chunk)
  } catch {
    complete = false
  }
  const lines = [...headers].map(([name, value]): HeaderLine => [name, value])
  return {
    statusLine: '',
    status,
    headers: lines,
    framing: 'none',
    body: Buffer.concat(chunks),
    trailers: [],
    complete,
  }
}
