import { ReadableStream } from 'node:stream/web'
import { toError } from '../errors/to-error.ts'
import type { CheckReturned, WebResponse } from '../http/web-response.ts'
import type { HeaderSource } from './header-source.ts'
import {
  bodyFor,
  fail,
  findDeclared,
  findUnreadIssues,
  isJson,
  type Sent,
  sendChecked,
  sentTypeOf,
  takesType,
  type Watched,
  wrongType,
} from './response-check.ts'

type Send = (response: WebResponse) => void

/** Creates the check of the web Responses that a handler returns: JSON as `res.json` checks it. */
export function createReturnedCheck(watched: Watched): CheckReturned {
  return (response, send) => {
    const { status, body, bodyUsed } = response
    // The function that sends it reports these mistakes.
    const isWrong = bodyUsed || body?.locked || status < 200
    if (watched.hasFailed || isWrong) send(response)
    else checkReturned(watched, response, send)
  }
}

function checkReturned(watched: Watched, response: WebResponse, send: Send): void {
  const { status, body } = response
  const sent = { status, body: undefined, head: headOf(response), usualType: '' }
  const type = sentTypeOf(sent)
  const { rules, found } = findDeclared(watched.rules, status)
  const isFreeOfBody = body === null && watched.req.method === 'HEAD'
  const isJsonBody = found !== undefined && bodyFor(found, sent) !== undefined && isJson(type)
  if (isFreeOfBody || !(rules?.isChecked || rules?.serialize)) {
    send(response)
  } else if (body === null) {
    sendChecked(watched, sent, () => send(response))
  } else if (rules.isChecked && found && !takesType(found, type)) {
    refuse(watched, response, wrongType(found, type))
  } else if (isJsonBody && !isEncoded(response)) {
    readAll(body)
      .then((bytes) => sendJson(watched, { response, sent, bytes, send }))
      .catch((error: unknown) => {
        watched.next(toError(error, 'The body of a Response failed with'))
      })
  } else {
    const unread = rules.isChecked ? findUnreadIssues(found, sent) : []
    const issues = isJsonBody && rules.serialize ? ENCODED : unread
    if (issues.length > 0) refuse(watched, response, issues)
    else send(response)
  }
}

/** Sending it would send members that the contract does not declare. */
const ENCODED = [
  { message: 'the body is encoded, so serialize cannot read it: encode it in middleware instead' },
]

/** Whether the body is in a content coding. `fetch` has decoded the bodies that it received. */
function isEncoded(response: WebResponse): boolean {
  const codings = headOf(response).getHeader('Content-Encoding')
  return response.url === '' && !/^(?:identity)?$/i.test(String(codings ?? ''))
}

function headOf({ headers }: WebResponse): HeaderSource {
  return {
    getHeader(name) {
      const wanted = name.toLowerCase()
      const values = [...headers].filter(([each]) => each.toLowerCase() === wanted)
      return values.length > 0 ? values.map(([, value]) => value).join(', ') : undefined
    },
  }
}

function refuse(
  watched: Watched,
  { status, body }: WebResponse,
  issues: Parameters<typeof fail>[2],
): void {
  body?.cancel().catch(() => {}) // The program gets the error of the contract.
  fail(watched, status, issues)
}

async function readAll(body: ReadableStream<Uint8Array | string>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of body) chunks.push(Buffer.from(chunk as Uint8Array))
  return Buffer.concat(chunks)
}

interface ReadResponse {
  readonly response: WebResponse
  readonly sent: Sent
  readonly bytes: Buffer
  readonly send: Send
}

function sendJson(watched: Watched, { response, sent, bytes, send }: ReadResponse): void {
  let body: unknown
  try {
    body = JSON.parse(bytes.toString())
  } catch {
    fail(watched, sent.status, [{ message: 'the body is not JSON' }])
    return
  }
  sendChecked(watched, { ...sent, body }, (value, { pick, write } = {}) => {
    // A body that is sent as it is keeps its bytes.
    if (value === body && pick === undefined) return send(withBody(response, bytes))
    const text = write?.(value) ?? JSON.stringify(pick ? pick(value) : value)
    send(withBody(withoutLength(response), Buffer.from(text)))
  })
}

function withBody(response: WebResponse, bytes: Buffer): WebResponse {
  const { status, statusText, headers, url } = response
  const body = new ReadableStream({
    start(controller) {
      if (bytes.length > 0) controller.enqueue(bytes)
      controller.close()
    },
  })
  return { status, statusText, headers, url, body, bodyUsed: false }
}

/** Without the headers that describe the bytes of the body that is replaced. */
function withoutLength(response: WebResponse): WebResponse {
  const { status, statusText, url, body, bodyUsed } = response
  const headers = [...response.headers].filter(([name]) => !OUTDATED.has(name.toLowerCase()))
  return { status, statusText, url, body, bodyUsed, headers }
}

const OUTDATED: ReadonlySet<string> = new Set(['content-length', 'content-encoding', 'etag'])
