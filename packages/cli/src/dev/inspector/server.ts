import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { maskHeaders } from '../errors/mask.ts'
import { Access } from './access.ts'
import { toCurl } from './curl.ts'
import type { ChildMessage, RequestRecord } from './messages.ts'
import { toText } from './preview.ts'
import { sendAgain, whyNotAgain } from './send-again.ts'
import { RecordStore, summarize } from './store.ts'

const ASSETS: Readonly<Record<string, string>> = {
  '': 'index.html',
  'inspector.js': 'inspector.js',
  'inspector.css': 'inspector.css',
}

const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript; charset=utf-8',
  css: 'text/css; charset=utf-8',
}

const HEADERS: Readonly<Record<string, string>> = {
  'Content-Security-Policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cross-Origin-Opener-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'Referrer-Policy': 'no-referrer',
  'Cache-Control': 'no-store',
}

/** How often the page learns of new requests. */
const UPDATE_INTERVAL = 200

/** Bytes that a page has not read yet. */
const MAX_UNREAD = 4_000_000

/** The page that shows the requests of the program, on a loopback port of its own. */
export class Inspector {
  readonly #root: string
  readonly #editor: string | undefined
  readonly #token = randomBytes(16).toString('hex')
  readonly #store = new RecordStore()
  readonly #streams = new Set<ServerResponse>()
  readonly #server: Server
  #access: Access | undefined
  #timer: NodeJS.Timeout | undefined
  #news: RequestRecord[] = []
  #hasChanged = false
  /** Addresses of the program, by port. */
  readonly #urls = new Map<number, string>()
  #state: 'starting' | 'running' = 'starting'

  /** `editor`: the template of links that open a file in the editor. */
  constructor(root: string, editor?: string) {
    this.#root = root
    this.#editor = editor
    this.#server = createServer((req, res) => {
      this.#handle(req, res).catch((error: Error) => sendJson(res, 500, { error: error.message }))
    })
  }

  /** Returns the address of the page, with its token. */
  async listen(port: number): Promise<string> {
    this.#server.listen(port, '127.0.0.1')
    await once(this.#server, 'listening')
    const { port: actual } = this.#server.address() as AddressInfo
    this.#access = new Access(this.#token, actual)
    this.#timer = setInterval(() => this.#update(), UPDATE_INTERVAL)
    return `http://127.0.0.1:${actual}/${this.#token}/`
  }

  onStart(): void {
    this.#state = 'starting'
    this.#urls.clear()
    this.#store.restart()
    this.#hasChanged = true
  }

  onListening(url: string, port: number): void {
    this.#state = 'running'
    this.#urls.set(port, url)
    this.#hasChanged = true
  }

  take(message: ChildMessage, source: object, size: number): void {
    this.#store.take(message, source, size)
    if (message.type === 'request') this.#news.push(message.record)
    else this.#hasChanged = true
  }

  close(): void {
    clearInterval(this.#timer)
    this.#server.close()
    this.#server.closeAllConnections()
  }

  async #handle(req: IncomingMessage, res: ServerResponse): Promise<void> {
    for (const [name, value] of Object.entries(HEADERS)) res.setHeader(name, value)
    const path = this.#access?.pathOf(req)
    req.resume()
    if (path === undefined) {
      sendJson(res, 403, { error: 'Open the address that webapp dev printed.' })
      return
    }
    const file = Object.hasOwn(ASSETS, path) ? ASSETS[path] : undefined
    if (file !== undefined && req.method === 'GET') await sendAsset(res, file)
    else if (path === 'events' && req.method === 'GET') this.#open(res)
    else if (path === 'clear' && req.method === 'POST') this.#clear(res)
    else await this.#handleRecord(req, res, path)
  }

  async #handleRecord(req: IncomingMessage, res: ServerResponse, path: string): Promise<void> {
    const [, id = '', action] = /^requests\/([0-9a-f]+)(?:\/(send))?$/.exec(path) ?? []
    const record = this.#store.get(id)
    if (record === undefined) sendJson(res, 404, { error: 'This request is no longer kept.' })
    else if (action === undefined && req.method === 'GET')
      sendJson(res, 200, this.#describe(record))
    else if (action === 'send' && req.method === 'POST') await this.#sendAgain(record, res)
    else sendJson(res, 405, { error: 'Wrong method.' })
  }

  #describe(record: RequestRecord): object {
    const { requestBody, responseBody, requestHeaders, responseHeaders, ...rest } = record
    const base = this.#baseOf(record)
    return {
      ...rest,
      root: this.#root,
      requestHeaders: withMasks(requestHeaders),
      responseHeaders: withMasks(responseHeaders),
      requestBody: toText(requestBody, requestHeaders),
      responseBody: toText(responseBody, responseHeaders),
      curl: base === undefined ? undefined : toCurl(record, base),
      whyNotAgain: base === undefined ? 'The program does not run.' : whyNotAgain(record),
    }
  }

  /** The address of the server that took a request; after a restart, of the first one. */
  #baseOf({ port }: RequestRecord): string | undefined {
    return this.#urls.get(port ?? 0) ?? [...this.#urls.values()][0]
  }

  async #sendAgain(record: RequestRecord, res: ServerResponse): Promise<void> {
    const base = this.#baseOf(record)
    const reason = base === undefined ? 'The program does not run.' : whyNotAgain(record)
    if (base === undefined || reason !== undefined) {
      sendJson(res, 409, { error: reason })
      return
    }
    try {
      await sendAgain(record, base)
      sendJson(res, 200, {})
    } catch (error) {
      sendJson(res, 502, { error: `The request failed: ${(error as Error).message}` })
    }
  }

  #clear(res: ServerResponse): void {
    this.#store.clear()
    this.#news = []
    for (const stream of this.#streams) sendEvent(stream, 'list', [])
    sendJson(res, 200, {})
  }

  #open(res: ServerResponse): void {
    res.setHeader('Content-Type', 'text/event-stream')
    res.write('retry: 500\n\n')
    sendEvent(res, 'list', this.#store.list())
    sendEvent(res, 'state', this.#describeState())
    this.#streams.add(res)
    res.on('close', () => this.#streams.delete(res))
  }

  #update(): void {
    const news = this.#news.splice(0).map(summarize)
    if (this.#streams.size === 0) return
    const state = this.#hasChanged ? this.#describeState() : undefined
    this.#hasChanged = false
    for (const stream of this.#streams) {
      // A page that does not read would fill the memory. It connects again and gets the list.
      if (stream.writableLength > MAX_UNREAD) {
        stream.destroy()
        continue
      }
      if (news.length > 0) sendEvent(stream, 'requests', news)
      if (state !== undefined) sendEvent(stream, 'state', state)
    }
  }

  #describeState(): object {
    const { counts, applications } = this.#store
    const urls = [...this.#urls.values()]
    const editor = this.#editor
    return { state: this.#state, urls, root: this.#root, editor, counts, applications }
  }
}

/** Each header with its value and, if it may be a secret, the masked value. */
function withMasks(headers: RequestRecord['requestHeaders']): object[] {
  const masked = maskHeaders(headers)
  return headers.map(([name, value], at) => {
    const shown = masked[at]?.[1] ?? value
    return { name, value, ...(shown !== value && { masked: shown }) }
  })
}

async function sendAsset(res: ServerResponse, file: string): Promise<void> {
  const text = await readFile(new URL(`../../../assets/inspector/${file}`, import.meta.url))
  res.setHeader('Content-Type', TYPES[file.split('.').at(-1) ?? ''] ?? 'text/plain')
  res.end(text)
}

function sendJson(res: ServerResponse, status: number, value: object): void {
  if (res.headersSent) return
  res.statusCode = status
  res.setHeader('Content-Type', 'application/json; charset=utf-8')
  res.end(JSON.stringify(value))
}

function sendEvent(res: ServerResponse, name: string, value: unknown): void {
  res.write(`event: ${name}\ndata: ${JSON.stringify(value)}\n\n`)
}
