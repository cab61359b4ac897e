import { get, head } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { cases3, scenario3, type V3Res } from '../harness/v3.ts'

export default family(
  '3.x headers and cookies of responses',
  cases3('res.set and header', {
    'a field': (_req, res, _next, probe) => {
      probe.seen('this', res.set('X-A', 'b') === res, res.header('X-B', 'c') === res)
      res.end()
    },
    'an object': (_req, res) => res.set({ 'X-A': 1, 'X-B': ['x', 2], 'Content-Type': 'a/b' }).end(),
    'an object with inherited members': (_req, res) =>
      res.set(Object.create({ 'X-Up': '1' })).end(),
    'a number': (_req, res) => res.set('X-A', 5).end(),
    'a list': (_req, res) => res.set('X-A', ['1', 2, null]).end(),
    null: (_req, res) => res.set('X-A', null).end(),
    undefined: (_req, res) => res.set('X-A', undefined).end(),
    'a field alone': (_req, res, _next, probe) => {
      probe.attempt('set', () => res.set('X-A') === res)
      res.end()
    },
    nothing: (_req, res, _next, probe) => {
      probe.attempt('set', () => res.set() === res)
      res.end()
    },
    'a type without a charset': (_req, res) => res.set('Content-Type', 'text/html').end(),
    'a type with res.charset': (_req, res) => {
      res.charset = 'utf-8'
      res.set('Content-Type', 'text/html').end('x')
    },
    'a type with both': (_req, res) => {
      res.charset = 'utf-8'
      res.set('content-type', 'text/html; charset=iso-8859-1').end('x')
    },
    'cookies that add up': (_req, res) => {
      res.set('Set-Cookie', 'a=1')
      res.set('set-cookie', 'b=2')
      res.setHeader('Set-Cookie', ['c=3', 'd=4'])
      res.setHeader('Set-Cookie', 'a=1')
      res.end()
    },
    'cookies in writeHead': (_req, res) => {
      res.set('Set-Cookie', 'a=1')
      res.writeHead(200, { 'Set-Cookie': 'b=2', 'X-A': 'b' })
      res.end()
    },
    'a reason in writeHead': (_req, res) => {
      res.writeHead(404, 'Nothing Here', { 'X-A': 'b' })
      res.end()
    },
    'cookies that are read and written back': (_req, res) => {
      res.cookie('a', '1')
      const before = [res.get('Set-Cookie') ?? []].flat()
      res.setHeader('Set-Cookie', [...before, 'b=2'] as string[])
      res.end()
    },
    'a field twice': (_req, res) => res.set('X-A', '1').set('X-A', '2').end(),
    'fields read back': (_req, res, _next, probe) => {
      res.set('X-A', ['1', '2']).set('Content-Type', 'text/html')
      probe.seen('get', res.get('x-a'), res.get('Content-Type'), res.get('none'))
      res.end()
    },
    'a line break': (_req, res, _next, probe) => {
      probe.attempt('set', () => res.set('X-A', 'a\r\nX-B: c') === res)
      res.end()
    },
  }),
  scenario3(
    "the event 'header' comes before the head",
    (express, probe) => {
      const app = express()
      app.use((_req, res, next) => {
        res.on('header', () => {
          probe.seen('header', res.statusCode, res.headersSent)
          res.setHeader('X-Late', 'yes')
        })
        next()
      })
      app.get('/send', (_req, res) => res.send(201, 'x'))
      app.get('/end', (_req, res) => res.end('x'))
      app.get('/write', (_req, res) => {
        res.write('a')
        res.end('b')
      })
      app.get('/head', (_req, res) => {
        res.writeHead(202, { 'X-A': 'b' })
        res.end()
      })
      return app
    },
    [get('/send'), get('/end'), get('/write'), get('/head'), get('/none'), head('/send')],
  ),
  cases3("the event 'header'", {
    'comes once, to all listeners': (_req, res, _next, probe) => {
      res.on('header', () => res.removeHeader('X-Powered-By'))
      res.on('header', () => {
        probe.seen('header', res.statusCode)
        res.setHeader('X-Both', 'yes')
      })
      res.write('a')
      res.write('b')
      res.end()
    },
    'comes with the headers and the reason of writeHead': (_req, res) => {
      res.on('header', () => res.setHeader('X-Late', 'yes'))
      res.writeHead(202, 'Reason', { 'X-A': 'a' })
      res.end()
    },
    ...Object.fromEntries(
      [null, undefined, { 'X-B': 'b' }].map((reason) => [
        `without a listener, in writeHead(202, ${JSON.stringify(reason)}, headers)`,
        (_req: unknown, res: V3Res) => {
          res.writeHead(202, reason as never, { 'X-A': 'a' })
          res.end()
        },
      ]),
    ),
  }),
  scenario3(
    'res.headerSent',
    (express, probe) =>
      express().use((_req, res) => {
        probe.seen('before', res.headerSent, res.headersSent)
        res.write('x')
        probe.seen('after', res.headerSent, res.headersSent)
        res.end()
      }),
    [get('/')],
  ),
  scenario3(
    'res.type and contentType',
    (express) =>
      express().use((req, res) => {
        if (req.query.charset) res.charset = req.query.charset
        res.type(String(req.query.t))
        if (req.query.send) res.send('x')
        else res.end()
      }),
    [
      'html',
      '.html',
      'json',
      'js',
      'png',
      'txt',
      'text',
      'unknown',
      'text/html',
      'a/b; c=d',
      '/',
      '',
      'file.css',
      'html&charset=utf-16',
      'png&charset=utf-8',
      'html&send=1',
      'text/x;charset=a&send=1',
      'png&send=1',
    ].map((type) => get(`/?t=${type}`)),
  ),
  cases3(
    'res.cookie',
    {
      'a text': (_req, res, _next, probe) => {
        probe.seen('this', res.cookie('a', 'b') === res)
        res.end()
      },
      'odd characters': (_req, res) => res.cookie('a', 'x y;=,"ü').end(),
      'an object': (_req, res) => res.cookie('a', { b: [1, 'x'] }).end(),
      'a list': (_req, res) => res.cookie('a', [1, 2]).end(),
      'numbers and Booleans': (_req, res) => res.cookie('n', 5).cookie('t', true).end(),
      null: (_req, res) => res.cookie('a', null).end(),
      undefined: (_req, res, _next, probe) => {
        probe.attempt('cookie', () => res.cookie('a', undefined) === res)
        res.end()
      },
      maxAge: (_req, res) => res.cookie('a', 'b', { maxAge: 60_000 }).end(),
      'maxAge of zero': (_req, res) => res.cookie('a', 'b', { maxAge: 0 }).end(),
      'a negative maxAge': (_req, res) => res.cookie('a', 'b', { maxAge: -1000 }).end(),
      options: (_req, res) => {
        const expires = new Date(1_700_000_000_000)
        res.cookie('a', 'b', {
          expires,
          path: '/x',
          domain: 'd.test',
          secure: true,
          httpOnly: true,
        })
        res.end()
      },
      'a path of null': (_req, res) => res.cookie('a', 'b', { path: null }).end(),
      'its options untouched': (_req, res, _next, probe) => {
        const options = { maxAge: 1000 }
        res.cookie('a', 'b', options)
        probe.seen('options', options)
        res.end()
      },
      'frozen options': (_req, res, _next, probe) => {
        probe.attempt('cookie', () => res.cookie('a', 'b', Object.freeze({ maxAge: 1000 })) === res)
        res.end()
      },
      'signed without a secret': (_req, res) => res.cookie('a', 'b', { signed: true }).end(),
      signed: (req, res) => {
        req.secret = 'secret'
        res.cookie('a', 'b', { signed: true }).cookie('o', { x: 1 }, { signed: true }).end()
      },
      several: (_req, res) => res.cookie('a', '1').cookie('b', '2').cookie('a', '3').end(),
      'several beside a header': (_req, res) => {
        res.set('Set-Cookie', 'h=0')
        res.cookie('a', '1').end()
      },
      'with an encoding': (_req, res) => {
        res.cookie('a', 'x', { encode: (value: string) => `<${value}>` }).end()
      },
      'with an encoding that breaks it': (_req, res) => {
        res.cookie('a', 'x', { encode: () => 'x y' }).end()
      },
    },
    { frozenClock: true },
  ),
  cases3('res.clearCookie', {
    'a name': (_req, res, _next, probe) => {
      probe.seen('this', res.clearCookie('a') === res)
      res.end()
    },
    options: (_req, res) => res.clearCookie('a', { path: '/x', domain: 'd', secure: true }).end(),
    'expires of its own': (_req, res) => {
      res.clearCookie('a', { expires: new Date(1_700_000_000_000) }).end()
    },
  }),
  scenario3(
    'res.attachment of every name',
    (express) =>
      express().use((req, res) => {
        const { name } = req.query
        if (name === undefined) res.attachment().end()
        else res.attachment(String(name)).end()
      }),
    [
      get('/'),
      ...['plan.pdf', 'dir/plan.pdf', 'plan', 'ü.txt', '€.html', 'a"b.txt', '', 'a b.png'].map(
        (name) => get(`/?name=${encodeURIComponent(name)}`),
      ),
    ],
  ),
  cases3('res.links', {
    relations: (_req, res, _next, probe) => {
      probe.seen('this', res.links({ next: '/2', last: '/5' }) === res)
      res.end()
    },
    twice: (_req, res) => res.links({ a: '/a' }).links({ b: '/b' }).end(),
    nothing: (_req, res) => res.links({}).end(),
  }),
  cases3('res.vary', {
    'a field': (_req, res, _next, probe) => {
      probe.seen('this', res.vary('Accept') === res)
      res.end()
    },
    fields: (_req, res) => res.vary(['Accept', 'Cookie']).vary('accept').vary('X-A, X-B').end(),
    'a star': (_req, res) => res.vary('A').vary('*').vary('B').end(),
    nothing: (_req, res, _next, probe) => {
      probe.attempt('vary', () => res.vary() === res)
      probe.attempt('list', () => res.vary([]) === res)
      probe.attempt('text', () => res.vary('') === res)
      res.end()
    },
    'beside what was set': (_req, res) => res.set('Vary', 'Origin').vary('Accept').end(),
  }),
)
