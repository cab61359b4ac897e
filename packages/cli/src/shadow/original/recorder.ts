import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { Server as HttpServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { Server as NetServer } from 'node:net'
import { Server as TlsServer } from 'node:tls'
import { encodeFrame, type RecorderSettings, type ServerPlace } from '../protocol.ts'
import type { Link } from './link.ts'
import { Sample } from './sample.ts'

interface Message {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly server: NetServer
}

type Listener = (message: unknown, name: string | symbol) => void

const { random } = Math

/** Records a share of the requests, and sends each recording when its response was sent. */
export class Recorder {
  readonly #settings: RecorderSettings
  #link: Link | undefined
  readonly #samples = new WeakMap<ServerResponse, Sample>()
  readonly #places = new WeakMap<NetServer, ServerPlace>()
  readonly #listeners: Readonly<Record<string, Listener>>
  readonly #methods: ReadonlySet<string | undefined>
  #servers = 0
  #seen = 0

  constructor(settings: RecorderSettings) {
    this.#settings = settings
    this.#methods = new Set(settings.methods)
    // Servers may listen before the other process is there.
    subscribe('tracing:net.server.listen:asyncEnd', (message) => {
      this.#placeOf((message as Message).server)
    })
    this.#listeners = {
      'http.server.request.start': (message) => this.#begin(message as Message),
      'http.server.response.finish': (message) => this.#finish(message as Message),
    }
  }

  start(link: Link): void {
    this.#link = link
    for (const [name, listener] of Object.entries(this.#listeners)) subscribe(name, listener)
  }

  /** Node then publishes nothing more, so requests cost what they cost without the recorder. */
  stop(): void {
    for (const [name, listener] of Object.entries(this.#listeners)) unsubscribe(name, listener)
  }

  #begin({ request, response, server }: Message): void {
    this.#seen++
    if (random() >= this.#settings.sample || !this.#methods.has(request.method)) return
    if (this.#link?.isFull !== false || request.headers.upgrade !== undefined) return
    const place = this.#placeOf(server)
    if (place === undefined) return
    this.#samples.set(response, new Sample(request, response, place, this.#settings.limit))
  }

  #finish({ request, response }: Message): void {
    const sample = this.#samples.get(response)
    if (sample === undefined) return
    this.#samples.delete(response)
    if (this.#link?.isFull !== false) return
    const { method, url, headers, place, requestBody, responseBody } = sample
    // The copies cannot get a body of which a part is missing.
    if (requestBody.size > this.#settings.limit) return
    const { _header: head } = response as unknown as { _header?: unknown }
    if (typeof head !== 'string') return
    const hasBody = method !== 'HEAD' && response.statusCode !== 304 && response.statusCode !== 204
    const frame = encodeFrame(
      {
        ...{ method, url, headers, server: place, head, route: routeOf(request) },
        ...{ size: hasBody ? responseBody.size : 0, seen: this.#seen },
      },
      requestBody.parts,
      hasBody ? responseBody.parts : [],
    )
    this.#link.send(frame)
  }

  /** Servers get their order when they begin to listen. */
  #placeOf(server: NetServer): ServerPlace | undefined {
    const known = this.#places.get(server)
    if (known !== undefined) return known
    if (!(server instanceof HttpServer) && !(server instanceof TlsServer)) return undefined
    const address = server.address()
    if (address === null) return undefined
    const at = typeof address === 'string' ? address : address.port
    const place = { at, order: this.#servers++ }
    this.#places.set(server, place)
    return place
  }
}

/** The pattern of the route that Express matched. A handler may have set anything. */
function routeOf(request: IncomingMessage): string | undefined {
  const { route, baseUrl } = request as { route?: { path?: unknown }; baseUrl?: unknown }
  if (route === undefined || route === null) return undefined
  const { path } = route
  const pattern = Array.isArray(path) ? path.map(String).join(', ') : path && String(path)
  if (!pattern) return undefined
  return (typeof baseUrl === 'string' ? baseUrl : '') + pattern
}
