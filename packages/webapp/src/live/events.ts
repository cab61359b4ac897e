import type { IncomingMessage, ServerResponse } from 'node:http'
import { Duplex } from 'node:stream'
import { inspect } from 'node:util'
import { checkOptionNames } from '../errors/option-names.ts'
import { toError } from '../errors/to-error.ts'
import { isClosed } from '../http/finished.ts'
import { onResponseClose } from '../node/index.ts'
import { isRequestClosing, whenClosing } from '../request/closing.ts'
import { clearInterval, LONGEST, setInterval, setTimeout } from '../runtime/timers.ts'
import type { EventStream, EventsOptions, ServerEvent } from './event-types.ts'

const HEARTBEAT = 15_000
const MAX_BUFFERED = 1024 * 1024
/** How long the events before an error may take to be written, in milliseconds. */
const PATIENCE = 10_000

/** A response that a compressing middleware has wrapped has `flush`. */
type EventResponse = ServerResponse & { flush?(): void }
type EventRequest = IncomingMessage & { next?: (error?: unknown) => void }

/** Starts a stream of server-sent events as the response to a request. */
export function events(
  req: IncomingMessage,
  res: ServerResponse,
  options: EventsOptions = {},
): EventStream {
  if (typeof req?.headers !== 'object' || typeof res?.setHeader !== 'function') {
    const got = [req, res].map((each) => inspect(each, { depth: -1 })).join(', ')
    throw new TypeError(`events() needs the request and the response, events(req, res), got ${got}`)
  }
  checkOptionNames('events()', options, OPTIONS)
  return new ResponseEvents(req, res, options)
}

const OPTIONS = ['heartbeat', 'retry', 'maxBuffered', 'headers']

class ResponseEvents implements EventStream {
  readonly lastEventId: string
  readonly closed: Promise<void>
  readonly #req: EventRequest
  readonly #res: EventResponse
  readonly #maxBuffered: number
  readonly #heart: NodeJS.Timeout | undefined
  readonly #forget: () => void
  readonly #controller = new AbortController()
  /** A compressing stream in front of the response. */
  readonly #compressor: Duplex | undefined
  readonly #onDrain = (): void => {
    this.#isBehind = false
    this.#settle(true)
  }
  #resolveClosed: () => void = () => {}
  #waiting: ((isOpen: boolean) => void)[] = []
  /** Whether events wait for the client since the last `drain`. */
  #isBehind = false
  /** Functions that end the wait of `from` for the next event. */
  readonly #stops = new Set<() => void>()
  #hasEnded = false

  constructor(req: EventRequest, res: EventResponse, options: EventsOptions) {
    const { heartbeat = HEARTBEAT, retry, maxBuffered = MAX_BUFFERED, headers = {} } = options
    if (heartbeat !== false) checkPositive('heartbeat', heartbeat)
    const first = retry === undefined ? '' : retryLine(retry)
    this.#maxBuffered = checkPositive('maxBuffered', maxBuffered)
    if (typeof headers !== 'object' || headers === null) {
      throw new TypeError(`events(): headers must be an object, got ${inspect(headers)}`)
    }
    this.#req = req
    this.#res = res
    const id = req.headers['last-event-id']
    // Node decodes headers as Latin-1; browsers send the id in UTF-8.
    this.lastEventId = id === undefined ? '' : Buffer.from(String(id), 'latin1').toString()
    this.closed = new Promise((resolve) => {
      this.#resolveClosed = resolve
    })
    this.#start(headers)
    // `compression` passes this listener to its stream, and returns the stream.
    const drained: unknown = res.on('drain', this.#onDrain)
    this.#compressor = drained instanceof Duplex ? drained : undefined
    onResponseClose(res, () => this.#finish())
    this.#forget = whenClosing(req, () => this.close())
    this.#heart =
      heartbeat === false || heartbeat === Infinity
        ? undefined
        : setInterval(() => this.#beat(), Math.min(heartbeat, LONGEST)).unref()
    if (req.method === 'HEAD' || isClosed(res) || isRequestClosing(req)) this.close()
    else if (first !== '') this.#write(first)
  }

  get isOpen(): boolean {
    return !this.#hasEnded
  }

  get signal(): AbortSignal {
    return this.#controller.signal
  }

  #start(headers: NonNullable<EventsOptions['headers']>): void {
    const res = this.#res
    if (res.headersSent) {
      throw new Error('events() starts the response, but its headers were already sent')
    }
    res.setHeader('Content-Type', 'text/event-stream; charset=utf-8')
    res.setHeader('Cache-Control', 'no-cache')
    res.setHeader('X-Accel-Buffering', 'no') // nginx would wait until its buffers are full.
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value)
    res.removeHeader('Content-Length')
    res.flushHeaders()
  }

  send(event: ServerEvent | string | Uint8Array): Promise<boolean> {
    return this.#write(formatEvent(toEvent(event)))
  }

  comment(text = ''): Promise<boolean> {
    return this.#write(`${lines(text, ': ')}\n`)
  }

  /** The bytes that wait for a slow client keep its connection alive. */
  #beat(): void {
    if (!this.#isBehind) this.comment()
  }

  #write(text: string): Promise<boolean> {
    if (this.#hasEnded) return NEVER
    const res = this.#res
    // Other code has ended the response. Node would emit an error that nothing listens to.
    if (res.writableEnded) {
      this.#finish()
      return NEVER
    }
    const hasRoom = res.write(text)
    // `compression` sets `flush` on the response itself. An inherited method of this name is another one.
    if (Object.hasOwn(res, 'flush')) res.flush?.()
    if (hasRoom) return ALWAYS
    // One event may be larger than the limit: the client is behind only with those that follow it.
    const wasBehind = this.#isBehind
    this.#isBehind = true
    // A client that does not read must not fill the memory.
    if (wasBehind && this.#waitingBytes() > this.#maxBuffered) {
      res.destroy()
      this.#finish()
      return NEVER
    }
    return new Promise((resolve) => this.#waiting.push(resolve))
  }

  /** A compressing stream holds bytes that the response does not count. */
  #waitingBytes(): number {
    const { writableLength = 0, readableLength = 0 } = this.#compressor ?? {}
    return writableLength + readableLength + waitingBytes(this.#res)
  }

  async from(
    iterable: AsyncIterable<ServerEvent | string> | Iterable<ServerEvent | string>,
  ): Promise<void> {
    const iterator = iteratorOf(iterable)
    try {
      while (!this.#hasEnded) {
        const { done, value } = await this.#nextOf(iterator)
        if (done || !(await this.send(value))) break
      }
      if (this.#hasEnded) returnSafely(iterator)
    } catch (error) {
      returnSafely(iterator)
      await this.#flush()
      this.#fail(toError(error, 'The iterable of from() failed with'))
      return
    }
    this.close()
  }

  /**
   * The next event; none after the end. The iterator may wait for an event that never comes.
   * `Promise.race` with `closed` would keep a reaction of each event until the end of the stream.
   */
  #nextOf<T>(iterator: AsyncIterator<T> | Iterator<T>): Promise<IteratorResult<T>> {
    return new Promise((resolve, reject) => {
      const stop = () => resolve({ done: true, value: undefined })
      this.#stops.add(stop)
      Promise.resolve(iterator.next())
        .then(awaitValue)
        .finally(() => this.#stops.delete(stop))
        .then(resolve, reject)
    })
  }

  /**
   * Waits until the events are on their way: an error handler may cut the connection off at once.
   * A client that does not read must not keep the error from the handlers.
   */
  async #flush(): Promise<void> {
    const { stream, socket } = this.#res as { stream?: Duplex; socket: Duplex | null }
    const timer = new Promise<void>((resolve) => {
      setTimeout(resolve, PATIENCE).unref()
    })
    const patience = Promise.race([timer, this.closed])
    for (const each of [this.#compressor, stream ?? socket]) {
      if (each?.writable)
        await Promise.race([patience, new Promise((done) => each.write('', done))])
    }
  }

  /** The response has begun, so an error can only be reported, and the response be cut off. */
  #fail(error: unknown): void {
    const { next } = this.#req
    if (typeof next !== 'function') throw error
    next(error)
    this.#finish()
    // An error handler that ignores the error must not leave the client waiting.
    if (!this.#res.writableEnded) this.#res.destroy()
  }

  close(): void {
    if (this.#hasEnded) return
    this.#finish()
    this.#res.end()
  }

  #finish(): void {
    if (this.#hasEnded) return
    this.#hasEnded = true
    clearInterval(this.#heart)
    this.#forget?.()
    this.#res.off('drain', this.#onDrain)
    this.#settle(false)
    for (const stop of this.#stops) stop()
    this.#resolveClosed()
    this.#controller.abort(new Error('The event stream has ended'))
  }

  #settle(isOpen: boolean): void {
    const waiting = this.#waiting
    this.#waiting = []
    for (const resolve of waiting) resolve(isOpen)
  }
}

const ALWAYS = Promise.resolve(true)
const NEVER = Promise.resolve(false)

/** Responses by HTTP/2 do not count what waits in their stream; others count their connection. */
function waitingBytes(res: ServerResponse): number {
  const { stream } = res as { stream?: { writableLength: number } }
  return stream?.writableLength ?? (res.writableLength || 0)
}

/** As in `for await`, an iterable may yield promises. */
async function awaitValue<T>({ done, value }: IteratorResult<T>): Promise<IteratorResult<T>> {
  return { done, value: await value } as IteratorResult<T>
}

function iteratorOf<T>(iterable: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  const { [Symbol.asyncIterator]: asynchronous } = Object(iterable) as Partial<AsyncIterable<T>>
  const { [Symbol.iterator]: synchronous } = Object(iterable) as Partial<Iterable<T>>
  const create = asynchronous ?? synchronous
  if (create !== undefined && typeof iterable !== 'string') {
    return Reflect.apply(create, iterable, []) as AsyncIterator<T>
  }
  throw new TypeError(`from() needs an iterable of events, got ${inspect(iterable)}`)
}

/** The iterator may be waiting, so its end is not waited for; errors come too late to be reported. */
function returnSafely(iterator: AsyncIterator<unknown> | Iterator<unknown>): void {
  try {
    Promise.resolve(iterator.return?.()).catch(() => {})
  } catch {
    // As above.
  }
}

/** Text is the data of an event. So are bytes, which a room sends to its members. */
function toEvent(event: ServerEvent | string | Uint8Array): ServerEvent {
  if (typeof event === 'string') return { data: event }
  return event instanceof Uint8Array ? { data: Buffer.from(event).toString() } : event
}

const MEMBERS = ['event', 'id', 'data', 'retry']

/** An event as text (https://html.spec.whatwg.org/multipage/server-sent-events.html). */
function formatEvent(event: ServerEvent): string {
  // Without one of these members the event would be empty: a list, a date, or a typo.
  const isEvent =
    typeof event === 'object' && event !== null && MEMBERS.some((name) => name in event)
  if (!isEvent) {
    throw new TypeError(
      `send() needs text or an object with event, id, data or retry, got ${inspect(event)}; send other values as { data }`,
    )
  }
  const { event: type, id, data, retry } = event
  let text = ''
  if (type !== undefined) text += `event: ${checkLine('event', type)}\n`
  if (id !== undefined) text += `id: ${checkLine('id', id)}\n`
  if (retry !== undefined) text += retryLine(retry)
  // An event without data is not dispatched, but its id and retry count.
  if (data !== undefined) text += lines(typeof data === 'string' ? data : toJson(data), 'data: ')
  return `${text}\n`
}

function toJson(data: unknown): string {
  const json = JSON.stringify(data) as string | undefined
  if (json !== undefined) return json
  throw new TypeError(`data must be text or a value that JSON can express, got ${inspect(data)}`)
}

function lines(text: string, prefix: string): string {
  return `${prefix}${String(text).replace(/\r\n|\r|\n/g, `\n${prefix}`)}\n`
}

/** A line break would begin another field: text of a user could then forge events. */
function checkLine(name: string, value: unknown): string {
  const text = String(value)
  if (!/[\r\n\0]/.test(text)) return text
  throw new TypeError(`${name} must not contain line breaks or NUL, got ${inspect(value)}`)
}

function retryLine(retry: number): string {
  if (Number.isInteger(retry) && retry >= 0) return `retry: ${retry}\n`
  throw new TypeError(`retry must be a whole number of milliseconds, got ${inspect(retry)}`)
}

function checkPositive(name: string, value: unknown): number {
  if (typeof value === 'number' && value > 0) return value
  throw new TypeError(`events(): ${name} must be a positive number, got ${inspect(value)}`)
}
