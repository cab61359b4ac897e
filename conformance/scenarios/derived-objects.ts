import type { Express, Req, Res } from '../harness/express.ts'
import { builtIn } from '../harness/middleware.ts'
import type { Probe } from '../harness/probe.ts'
import { get, hanging, head, keepAlive, post } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

/** An object of the program that has a response behind it, as some middleware passes on. */
function derive(res: Res): Res {
  return Object.create(res)
}

const newer = { dialects: ['5.x', '4.x'] } as const
const json = { headers: { 'Content-Type': 'application/json' } }

export default family(
  'objects derived from responses, private lengths and req.unshift',
  cases(
    'a derived response',
    {
      'sets headers': (_req, res) => {
        derive(res).set('X-A', '1').set({ 'X-B': '2' }).setHeader('X-C', '3')
        res.send('text')
      },
      'replaces and removes headers': (_req, res, _next, probe) => {
        res.set('X-A', '1')
        derive(res).set('X-A', '2').removeHeader('X-Powered-By')
        probe.seen('X-A', res.get('X-A'), res.getHeaderNames())
        res.send('text')
      },
      'sets cookies': (_req, res) => {
        derive(res).cookie('a', '1').cookie('b', '2')
        res.cookie('c', '3').send('text')
      },
      'sets a type': (_req, res, _next, probe) => {
        const derived = derive(res)
        probe.seen('chains', derived.type('text') === derived)
        res.send('text')
      },
      'varies and links': (_req, res) => {
        derive(res).vary('Accept').links({ next: '/n' })
        res.vary('Origin').send('text')
      },
      'sets an attachment and a location': (_req, res) => {
        derive(res).attachment('a.txt').location('/a b')
        res.send('text')
      },
      'sets its own status': (_req, res, _next, probe) => {
        const derived = derive(res)
        derived.status(201)
        probe.seen('status', derived.statusCode, res.statusCode)
        res.send('text')
      },
      'of a derived response sets headers': (_req, res) => {
        derive(derive(res)).set('X-A', '1')
        res.send('text')
      },
      'sees headers': (_req, res, _next, probe) => {
        res.set('X-A', '1')
        const derived = derive(res)
        probe.seen('get', derived.get('X-A'), derived.getHeaderNames(), derived.hasHeader('x-a'))
        res.send('text')
      },
    },
    { requests: [get('/'), head('/'), keepAlive([get('/'), get('/')])] },
  ),
  // Node keeps the state of a derived response on the derived object, so that nothing is sent.
  cases(
    'a derived response does not send',
    {
      text: (_req, res) => derive(res).send('text'),
      JSON: (_req, res) => derive(res).status(201).json({ a: 1 }),
      'a Buffer': (_req, res) => derive(res).set('X-A', '1').send(Buffer.from('bytes')),
      'a redirect': (_req, res) => derive(res).redirect('/elsewhere'),
      'what it writes': (_req, res) => {
        const derived = derive(res)
        derived.write('a')
        derived.end('b')
      },
      'a head': (_req, res) => derive(res).writeHead(201, { 'X-A': '1' }).end('text'),
      'text after headers of the response': (_req, res) => {
        res.set('X-A', '1')
        derive(res).send('text')
      },
    },
    { requests: [hanging(get('/'))] },
  ),
  cases(
    'a derived response appends',
    {
      headers: (_req, res) => {
        res.append('X-A', '1')
        derive(res).append('X-A', '2').append('X-B', '3')
        res.append('X-A', '4').send('text')
      },
    },
    newer,
  ),
  scenario(
    'a derived response without other headers',
    (express) => {
      const app = express().disable('x-powered-by')
      return app.use((_req: Req, res: Res) => {
        derive(res).set('X-A', '1')
        res.send('text')
      })
    },
    [get('/'), get('/')],
  ),
  cases(
    'res._contentLength beside',
    {
      'a value Content-Length': lengthAfter((res) => res.set('X-A', 'Content-Length').send('text')),
      'a list with Content-Length': lengthAfter((res) =>
        res.set('X-A', ['b', 'Content-Length', 'c']).send('text'),
      ),
      'a value content-length': lengthAfter((res) => res.set('X-A', 'content-length').send('text')),
      'exposed headers': lengthAfter((res) =>
        res.set('Access-Control-Expose-Headers', 'Content-Length, ETag').json({ a: 1 }),
      ),
      'a Buffer': lengthAfter((res) => res.set('X-A', 'Content-Length').send(Buffer.from('bytes'))),
      end: lengthAfter((res) => res.set('X-A', 'Content-Length').end('text')),
      'a length of its own': lengthAfter((res) => res.set('Content-Length', '4').end('text')),
    },
    { requests: [keepAlive([get('/'), get('/'), get('/')])] },
  ),
  scenario(
    'req.unshift before a parser begins',
    (express, probe) =>
      parse(express, probe, (req, next) => {
        req.unshift(Buffer.from('{"first":1,'))
        next()
      }),
    requestsOf('"second":2}'),
  ),
  scenario(
    'req.unshift behind a parser that has begun',
    (express, probe) =>
      parse(express, probe, (req, next) => {
        next()
        req.unshift(Buffer.from('{"first":1,'))
      }),
    requestsOf('"second":2}'),
  ),
  scenario(
    'req.unshift twice',
    (express, probe) =>
      parse(express, probe, (req, next) => {
        req.unshift(Buffer.from('1,'))
        req.unshift(Buffer.from('{"first":'))
        next()
      }),
    requestsOf('"second":2}'),
  ),
  scenario(
    'req.unshift of what was read',
    (express, probe) =>
      parse(express, probe, (req, next) => {
        req.once('readable', () => {
          const chunk: unknown = req.read()
          probe.seen('read', chunk)
          if (chunk !== null) req.unshift(chunk)
          next()
        })
      }),
    requestsOf('{"a":1}'),
  ),
  scenario(
    'req.unshift of nothing',
    (express, probe) =>
      parse(express, probe, (req, next) => {
        req.unshift(Buffer.alloc(0))
        next()
        req.unshift(Buffer.alloc(0))
      }),
    requestsOf('{"a":1}'),
  ),
)

/** Tells the length that Node recorded for a response; tools that log responses read it. */
function lengthAfter(send: (res: Res) => unknown) {
  return (_req: Req, res: Res, _next: unknown, probe: Probe) => {
    send(res)
    probe.seen('length', (res as { _contentLength?: unknown })._contentLength)
  }
}

function parse(express: Express, probe: Probe, before: (req: Req, next: () => void) => void) {
  const app = express()
  app.use((req: Req, _res: Res, next: () => void) => before(req, next))
  app.use(builtIn(express).json())
  return app.use((req: Req, res: Res) => {
    probe.seen('body', req.body)
    res.send('parsed')
  })
}

function requestsOf(body: string) {
  // A Content-Length would be wrong, with the bytes that are added.
  return [post('/', { ...json, body, chunked: true })]
}
