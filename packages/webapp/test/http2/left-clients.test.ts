import { EventEmitter, once } from 'node:events'
import type { Http2ServerRequest, Http2ServerResponse } from 'node:http2'
import { constants } from 'node:http2'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { startHttp2 } from '../support/http2.ts'

const { NGHTTP2_CANCEL } = constants

/** A response of webapp or of Node, which does not have `send`. */
type AnyResponse = Http2ServerResponse & { send?: (body: string) => unknown }
type Handler = (req: Http2ServerRequest, res: AnyResponse) => unknown
type Respond = (res: AnyResponse) => unknown

/** Calls `respond` at some moment of a request whose stream ends early. */
type Moment = (
  req: Http2ServerRequest,
  res: AnyResponse,
  respond: () => void,
  leave: () => void,
) => void

const moments: Record<string, Moment> = {
  'after the server has reset the stream': (req, _res, respond) => {
    req.stream.close(NGHTTP2_CANCEL)
    respond()
  },
  'after the server has destroyed the stream': (req, _res, respond) => {
    req.stream.destroy()
    respond()
  },
  'after the server has destroyed the session': (req, _res, respond) => {
    req.stream.session?.destroy()
    respond()
  },
  'when the response is closed': (_req, res, respond, leave) => {
    res.on('close', respond)
    leave()
  },
  'when the request reports the abort': (req, _res, respond, leave) => {
    req.on('aborted', respond)
    leave()
  },
  'before the server resets the stream': (req, _res, respond) => {
    respond()
    req.stream.close(NGHTTP2_CANCEL)
  },
}

const responses: Record<string, Respond> = {
  'res.send(text)': (res) => sendOrEnd(res, 'text'),
  'res.send(long text)': (res) => sendOrEnd(res, 'x'.repeat(3_000_000)),
  'res.end(text)': (res) => res.end('text'),
  'res.end()': (res) => res.end(),
  'res.write(text) and res.end()': (res) => {
    res.write('text')
    res.end()
  },
}

function sendOrEnd(res: AnyResponse, text: string): unknown {
  return res.send ? res.send(text) : res.end(text)
}

/** The events of a response, and whether the response is finished when they come. */
async function eventsOf(
  wrap: (handler: Handler) => Handler,
  moment: Moment,
  respond: Respond,
): Promise<string[]> {
  const events: string[] = []
  const gone = new EventEmitter()
  const closed = once(gone, 'close')
  const handler = wrap((req, res) => {
    for (const event of ['finish', 'close'])
      res.on(event, () => events.push(`${event} ${res.writableFinished} ${res.writableEnded}`))
    req.on('error', () => {})
    req.stream.on('error', () => {}).once('close', () => gone.emit('close'))
    moment(req, res, () => tryTo(() => respond(res), events), leave)
  })
  const link = await startHttp2(handler as never)
  link.session.on('error', () => {})
  const stream = link.open('/')
  stream.on('error', () => {}).resume()
  function leave(): void {
    stream.close(NGHTTP2_CANCEL)
  }
  await closed
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  return events
}

function tryTo(respond: () => unknown, events: string[]): void {
  try {
    respond()
  } catch (error) {
    events.push((error as NodeJS.ErrnoException).code ?? String(error))
  }
}

// Over HTTP/2, Node emits `finish` before `close` for a stream that was reset, too.
describeDialects('an HTTP/2 response to a client that left', ['5.x', '4.x', '3.x'], (t) => {
  for (const [when, moment] of Object.entries(moments)) {
    it.each(Object.entries(responses))(
      `has the events of Node for %s ${when}`,
      async (...[, respond]) => {
        const nodes = await eventsOf((handler) => handler, moment, respond)
        const events = await eventsOf(
          (handler) => t.app.use(handler as never) as unknown as Handler,
          moment,
          respond,
        )
        expect(events).toEqual(nodes)
        expect(events.at(-1)).toMatch(/^close/)
      },
    )
  }
})
