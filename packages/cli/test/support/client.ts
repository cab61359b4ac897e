import { type Agent, type IncomingHttpHeaders, request } from 'node:http'
import { connect } from 'node:net'

export interface Answer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly text: string
}

export interface AskOptions {
  readonly method?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** The headers of a browser that opens a page. */
export const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'sec-fetch-dest': 'document',
}

/** Sends one request on a connection of its own. */
export function ask(
  url: string,
  { method = 'GET', headers = {}, body }: AskOptions = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers, agent: false }, (answer) => {
      const chunks: Buffer[] = []
      answer.on('data', (chunk: Buffer) => chunks.push(chunk))
      answer.on('error', reject)
      answer.on('end', () => {
        const { statusCode: status = 0, headers } = answer
        resolve({ status, headers, text: Buffer.concat(chunks).toString() })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

/** Sends a request on a connection of an agent, and waits for the end of its response. */
export function askKept(url: string, agent: Agent, body?: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const method = body === undefined ? 'GET' : 'POST'
    request(url, { agent, method }, (answer) =>
      answer.resume().on('end', resolve).on('error', reject),
    )
      .on('error', reject)
      .end(body)
  })
}

/** The bytes of a response, without the date. */
export function askRaw(port: number, head: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, 'localhost', () => socket.write(head))
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk.toString('latin1')
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text.replace(/^Date: .*$/m, 'Date: (any)')))
  })
}

/** The first events of a stream, until one satisfies the test. */
export function readEvents(
  url: string,
  isLast: (event: Record<string, unknown>) => boolean,
): { opened: Promise<void>; last: Promise<Record<string, unknown>> } {
  let onOpen: () => void = () => undefined
  const opened = new Promise<void>((resolve) => {
    onOpen = resolve
  })
  const last = new Promise<Record<string, unknown>>((resolve, reject) => {
    const sent = request(url, { agent: false }, (answer) => {
      let text = ''
      answer.on('data', (chunk) => {
        text += String(chunk)
        onOpen()
        const parts = text.split('\n\n')
        text = parts.pop() ?? ''
        for (const part of parts) {
          const data = /^data: (.*)$/m.exec(part)?.[1]
          const event = data === undefined ? undefined : JSON.parse(data)
          if (event === undefined || !isLast(event)) continue
          sent.destroy()
          resolve(event)
        }
      })
      answer.on('close', () => reject(new Error('the stream ended before the event')))
    })
    sent.on('error', reject)
    sent.end()
  })
  last.catch(() => undefined)
  return { opened, last }
}
