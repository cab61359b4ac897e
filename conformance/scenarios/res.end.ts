import { get, head, keepAlive } from '../harness/request.ts'
import { cases, family } from '../harness/scenario.ts'

const everyWay = [get('/'), head('/'), get('/', { http10: true })]

export default family(
  'res.end',
  cases(
    'ends',
    {
      'without data': (_req, res) => res.end(),
      'with text': (_req, res) => res.end('text'),
      'with text in an encoding': (_req, res) => res.end('c3a9', 'hex'),
      'with a Buffer': (_req, res) => res.end(Buffer.from('x')),
      'with a callback': (_req, res, _next, probe) => {
        res.end('text', () => probe.seen('finished', res.writableFinished))
      },
      'with an ETag setting left alone': (_req, res) => res.type('html').end('<p>'),
      'after writes': (_req, res) => {
        res.write('a')
        res.write('b')
        res.end('c')
      },
      'after status 204': (_req, res) => res.status(204).end('x'),
      'after writes with status 204': (_req, res) => {
        res.status(204).write('a')
        res.end('b')
      },
      'after writes with status 304': (_req, res) => {
        res.status(304).write('a')
        res.end('b')
      },
      'after writeHead': (_req, res) => res.writeHead(201, { 'X-A': '1' }).end('x'),
      'after writeHead with a message and a list': (_req, res) =>
        res.writeHead(201, 'Made', ['X-A', '1', 'X-A', '2']).end('x'),
      'after flushHeaders': (_req, res) => {
        res.flushHeaders()
        res.end('x')
      },
      'after early hints': (_req, res) => {
        res.writeEarlyHints({ link: '</a.css>; rel=preload' })
        res.end('x')
      },
      'after 100 Continue and 102': (_req, res) => {
        res.writeContinue()
        res.writeProcessing()
        res.end('x')
      },
      'from a later tick': (_req, res) => setImmediate(() => res.end('late')),
    },
    { requests: everyWay },
  ),
  cases('tells', {
    trailers: (_req, res) => {
      res.setHeader('Trailer', 'X-T')
      res.write('a')
      res.addTrailers({ 'X-T': 'end' })
      res.end()
    },
    'headers of Node': (_req, res, _next, probe) => {
      res.appendHeader('X-A', '1')
      res.appendHeader('X-A', '2')
      res.setHeader('X-B', '1')
      res.removeHeader('X-B')
      probe.seen('headers', res.getHeader('x-a'), res.hasHeader('x-b'), res.getHeaderNames())
      res.end()
    },
    'headersSent before and after': (_req, res, _next, probe) => {
      probe.seen('before', res.headersSent, res.writableEnded)
      res.end('x')
      probe.seen('after', res.headersSent, res.writableEnded)
    },
    'headersSent after a write': (_req, res, _next, probe) => {
      res.write('x')
      probe.seen('after', res.headersSent)
      probe.attempt('assign', () => {
        Reflect.set(res, 'headersSent', false)
        return res.headersSent
      })
      res.end()
    },
    'events in order': (_req, res, _next, probe) => {
      for (const name of ['prefinish', 'finish', 'close', 'end']) {
        res.on(name, () => probe.seen('event', name))
      }
      res.send('x')
    },
  }),
  cases(
    'closes the connection',
    { 'when told': (_req, res) => res.set('Connection', 'close').end('x') },
    { requests: [keepAlive([get('/')])] },
  ),
)
