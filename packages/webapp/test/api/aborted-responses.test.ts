import { once } from 'node:events'
import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { describeDialects } from '../support/dialects.ts'
import { type Factory, originalFor } from '../support/originals.ts'

type Respond = (res: Responses) => unknown

interface Responses extends ServerResponse {
  send(body: unknown): unknown
  json(body: unknown): unknown
  download(path: string, callback: () => void): unknown
  sendStatus(status: number): unknown
}

/** Calls `respond` at some moment of a request whose client leaves. */
type Moment = (req: IncomingMessage, res: ServerResponse, respond: () => void) => void

const moments: Record<string, Moment> = {
  'when the handler has closed the connection': (req, _res, respond) => {
    req.socket.destroy()
    respond()
  },
  'when the request reports the abort': (req, _res, respond) => {
    req.on('aborted', respond)
    req.on('error', () => {})
    req.socket.destroy()
  },
  'when the response is closed': (req, res, respond) => {
    res.on('close', respond)
    req.socket.destroy()
  },
  'when the connection is closed': (req, _res, respond) => {
    req.socket.once('close', () => setImmediate(respond))
    req.socket.destroy()
  },
  'before the connection is closed': (req, _res, respond) => {
    respond()
    req.socket.destroy()
  },
}

const responses: Record<string, Respond> = {
  'res.send(text)': (res) => res.send('text'),
  'res.send(long text)': (res) => res.send('x'.repeat(20_000)),
  'res.send(bytes)': (res) => res.send(Buffer.from('bytes')),
  'res.json(value)': (res) => res.json({ a: 1 }),
  'res.sendStatus(status)': (res) => (res.sendStatus ?? res.send).call(res, 404),
  'res.end(text)': (res) => res.end('text'),
  'res.end()': (res) => res.end(),
  'res.write(text) and res.end()': (res) => {
    res.write('text')
    res.end()
  },
  'res.download(path)': (res) => res.download(import.meta.filename, () => {}),
  'res.download(missing path)': (res) => res.download(`${import.meta.filename}.none`, () => {}),
}

const GET = 'GET / HTTP/1.1\r\nHost: a\r\n\r\n'

/** The events of a response to the second request on a connection: heads are known then. */
async function eventsOf(factory: Factory, moment: Moment, respond: Respond): Promise<string[]> {
  const app = factory()
  const events: string[] = []
  let count = 0
  const ended = new Promise<void>((resolve) => {
    app.get('/', (req, response) => {
      const res = response as unknown as Responses
      count++
      if (count === 1) {
        res.send('first')
        return
      }
      for (const event of ['finish', 'close']) res.on(event, () => events.push(event))
      req.socket.once('close', resolve)
      moment(req as never, res, () => {
        respond(res)
        events.push(`headersSent ${res.headersSent}`)
      })
    })
  })
  const server = app.listen(0, '127.0.0.1') as Server
  await once(server, 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1')
  client.on('error', () => {})
  client.write(GET)
  await once(client, 'data')
  client.resume()
  client.write(GET)
  await ended
  for (let turn = 0; turn < 20; turn++) await nextTurn()
  server.close()
  client.destroy()
  return events
}

describeDialects('a response to a client that left', ['5.x', '4.x', '3.x'], (t) => {
  for (const [when, moment] of Object.entries(moments)) {
    it.each(Object.entries(responses))(
      `has the events of the original for %s ${when}`,
      async (...[, respond]) => {
        const original = await eventsOf(originalFor(t.dialect), moment, respond)
        const events = await eventsOf(t.webapp as unknown as Factory, moment, respond)
        expect(events).toEqual(original)
      },
    )
  }
})
