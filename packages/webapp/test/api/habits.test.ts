import { once } from 'node:events'
import { createServer, IncomingMessage, type Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, it } from 'vitest'
import type { Request, Response } from '../../src/types/v5/public.ts'
import { describeDialects, factories } from '../support/dialects.ts'
import { exchange, type RequestOptions } from '../support/exchange.ts'
import { type Factory, originals } from '../support/originals.ts'

/** Ways to answer, all of which packages look at from outside. */
const endings: Readonly<Record<string, (req: Request, res: Response) => unknown>> = {
  'res.send': (_req, res) => res.send('hello'),
  'res.json': (_req, res) => res.status(201).json({ a: 1 }),
  'res.redirect': (_req, res) => res.redirect('/other'),
  'res.sendStatus': (_req, res) => res.sendStatus(204),
  'res.end': (_req, res) => res.end('plain'),
  'res.write': (_req, res) => {
    res.write('one, ')
    res.end('two')
  },
  'res.writeHead': (_req, res) => res.writeHead(202, { 'X-Own': '1' }).end(),
}

const questions: Readonly<Record<string, RequestOptions>> = {
  GET: {},
  HEAD: { method: 'HEAD' },
  POST: { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"a":1}' },
}

/**
 * Accessors of the prototype in webapp (W-009 and W-023 in docs/differences.md), and the length
 * that the body parser of 4.x leaves on the request for the reader below it.
 */
const excused = new Set(['_parsedUrl', 'query', 'length'])

describeDialects('messages as packages find them', ['5.x', '4.x'], (t) => {
  const servers: Server[] = []
  afterEach(() => {
    for (const server of servers.splice(0)) server.close()
  })

  for (const [ending, answer] of Object.entries(endings)) {
    it.each(Object.entries(questions))(
      `are as in Express after ${ending}, for %s`,
      async (_, question) => {
        const ours = await watch(factories[t.dialect] as unknown as Factory, answer, question)
        expect(ours).toEqual(await watch(originals[t.dialect], answer, question))
      },
    )
  }

  /** What shows on request and response on arrival, after the answer, when it is out and at the end. */
  async function watch(
    express: Factory,
    answer: (req: Request, res: Response) => unknown,
    question: RequestOptions,
  ): Promise<unknown> {
    const seen: unknown[] = []
    const app = express()
    app.use(express.json())
    app.all('/a/:id', (req, res) => {
      const note = (when: string) => seen.push([when, describeRequest(req), describeResponse(res)])
      note('on arrival')
      res.on('finish', () => note('on finish'))
      res.on('close', () => note('on close'))
      answer(req, res)
      note('after the answer')
    })
    const server = createServer(app).listen(0, '127.0.0.1')
    servers.push(server)
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    // The first request of a server is Node's own, the second is born with the application's classes,
    // and the third can go out as one text.
    for (let count = 1; count <= 3; count++) {
      await exchange(port, '/a/1?x=2', question)
      await untilClosed(seen, count)
    }
    return seen
  }
})

async function untilClosed(seen: readonly unknown[], count: number): Promise<void> {
  while (seen.filter((entry) => (entry as unknown[])[0] === 'on close').length < count) {
    await new Promise((resolve) => setImmediate(resolve))
  }
}

function describeRequest(req: Request): unknown {
  const { route, body, _body } = req as Request & { _body?: unknown }
  const own = Object.keys(req).filter((key) => !/^_(?!parsedUrl)/.test(key) && !excused.has(key))
  return {
    own: own.sort(),
    isRequest: req instanceof IncomingMessage,
    route: { path: route?.path, methods: route?.methods, layers: route?.stack.length },
    body,
    _body,
    complete: req.complete,
    ended: req.readableEnded,
    response: req.res?.req === req,
  }
}

function describeResponse(res: Response): unknown {
  const { _header, _headerSent, _hasBody, _contentLength, chunkedEncoding } =
    res as unknown as Record<string, unknown>
  return {
    own: Object.keys(res)
      .filter((key) => !key.startsWith('_'))
      .sort(),
    isResponse: res instanceof ServerResponse,
    sent: [res.headersSent, res.finished, res.writableEnded, res.writableFinished, res.destroyed],
    status: [res.statusCode, res.statusMessage],
    names: res.getHeaderNames(),
    length: res.getHeader('content-length'),
    internals: [timeless(_header), _headerSent, _hasBody, _contentLength, chunkedEncoding],
    corked: res.writableCorked,
    events: res.eventNames().map(String),
    socket: res.socket !== null,
  }
}

/** The head as it was written, but for the time and the name of the framework. */
function timeless(head: unknown): unknown {
  if (typeof head !== 'string') return head
  return head.replace(/^Date: .*$/m, 'Date').replace(/^(X-Powered-By): .*$/m, '$1')
}
