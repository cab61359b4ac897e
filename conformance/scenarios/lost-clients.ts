import type { Req, Res } from '../harness/express.ts'
import type { Probe } from '../harness/probe.ts'
import { get, hanging, keepAlive, type RawRequest, raw } from '../harness/request.ts'
import { cases, family, type Scenario } from '../harness/scenario.ts'

type Send = (res: Res) => unknown

const sends: Record<string, Send> = {
  text: (res) => res.send('text'),
  'long text': (res) => res.send('x'.repeat(20_000)),
  'empty text': (res) => res.send(''),
  JSON: (res) => res.json({ a: 1 }),
  'a Buffer': (res) => res.send(Buffer.from('bytes')),
  'text with headers': (res) => res.set('X-A', '1').send('text'),
  'text without a tag': (res) => res.set('ETag', '"1"').send('text'),
  'a redirect': (res) => res.redirect('/to'),
  'the end': (res) => res.end('text'),
  'nothing else': (res) => res.end(),
}

/** Ways in which a connection ends before its response is sent. */
const losses: Record<string, (req: Req, send: () => void) => unknown> = {
  'that the handler destroyed': (req, send) => {
    req.socket.destroy()
    send()
  },
  'that the handler destroyed a tick ago': (req, send) => {
    req.socket.destroy()
    process.nextTick(send)
  },
  'that is closed': (req, send) => {
    req.socket.once('close', () => setImmediate(send))
    req.socket.destroy()
  },
  'that the program destroyed with an error': (req, send) => {
    req.socket.once('error', () => {})
    req.socket.destroy(Object.assign(new Error('lost'), { code: 'ELOST' }))
    send()
  },
}

/** The state of a response whose length differs with the name of the product. */
function tell(probe: Probe, label: string, res: Res): void {
  const { destroyed, headersSent, writableEnded, writableFinished, writableLength } = res
  probe.seen(label, {
    destroyed,
    headersSent,
    writableEnded,
    writableFinished,
    isEmpty: writableLength === 0,
  })
}

function watch(probe: Probe, res: Res, send: Send): void {
  send(res)
  tell(probe, 'sent', res)
  process.nextTick(() => tell(probe, 'a tick later', res))
}

function sending(
  how: string,
  lose: (typeof losses)[string],
  requests: Scenario['requests'],
  listens: boolean,
): Scenario[] {
  const events = ['prefinish', 'finish', 'close', 'error']
  const handlers = Object.entries(sends).map(([label, send]) => [
    `${label} to a connection ${how}${listens ? ', with listeners' : ''}`,
    (req: Req, res: Res, _next: unknown, probe: Probe) => {
      if (req.url === '/first') return res.send('first')
      for (const event of listens ? events : []) {
        res.on(event, () => tell(probe, event, res))
      }
      return lose(req, () => watch(probe, res, send))
    },
  ])
  return cases('sends', Object.fromEntries(handlers), { requests, linger: 5 })
}

// The connection closes, on a busy machine late.
const lost = [hanging(get('/'), 10_000), keepAlive([get('/first'), get('/')])]

/** A request, and bytes behind it that are not HTTP. */
function beforeGarbage(request: RawRequest): RawRequest {
  return raw(Buffer.concat([request.bytes, Buffer.from('GARBAGE\r\n\r\n')]))
}

export default family(
  'responses to clients that are gone',
  Object.entries(losses).flatMap(([how, lose]) => [
    ...sending(how, lose, lost, false),
    ...sending(how, lose, lost, true),
  ]),
  [false, true].flatMap((listens) =>
    sending(
      'with garbage behind the request',
      (_req, send) => setImmediate(send),
      [hanging(beforeGarbage(get('/')))],
      listens,
    ),
  ),
)
