import { AsyncLocalStorage } from 'node:async_hooks'
import zlib from 'node:zlib'
import { echoBody } from '../body-echo.ts'
import { sent } from '../body-request.ts'
import { describeValue } from '../describe-value.ts'
import { type Handler, onError } from '../express.ts'
import { builtIn } from '../middleware.ts'
import { type Conversation, get, hanging, keepAlive, type RawRequest } from '../request.ts'
import { type Scenario, scenario } from '../scenario.ts'
import { chosen, make, type Subject } from './subject.ts'
import { thrown } from './verification.ts'

export function company(subject: Subject): Scenario[] {
  const { type, bodyOf, parser } = subject
  const body = bodyOf(20)
  const one = sent(body, { type })
  const usual: readonly (RawRequest | Conversation)[] = [
    one,
    sent(body, { type, chunks: 4 }),
    sent('', { type }),
    get('/'),
    keepAlive([one, get('/')]),
  ]
  const before = (name: string, step: Handler, asked = usual, details: Partial<Scenario> = {}) =>
    scenario(
      name,
      (express, probe) => echoBody(express, probe, step, make(express, subject, chosen)),
      asked,
      details,
    )
  const others = (['json', 'raw', 'text', 'urlencoded'] as const).filter(
    (other) => other !== parser,
  )
  return [
    scenario(
      'twice in a row',
      (express, probe) =>
        echoBody(
          express,
          probe,
          make(express, subject, chosen),
          make(express, subject, { verify: thrown(() => new Error('read again')) }),
        ),
      usual,
    ),
    ...others.map((other) =>
      scenario(
        `after ${other} for every type`,
        (express, probe) =>
          echoBody(
            express,
            probe,
            builtIn(express)[other]({ type: '*/*' }),
            make(express, subject, chosen),
          ),
        [...usual, sent(bodyOf(40), { type })],
      ),
    ),
    scenario(
      'with all parsers in a row',
      (express, probe) => {
        const { json, raw: bytes, text, urlencoded } = builtIn(express)
        return echoBody(
          express,
          probe,
          json(),
          urlencoded(),
          text(),
          bytes(),
          make(express, subject, chosen),
        )
      },
      [
        'application/json',
        'text/plain',
        'application/octet-stream',
        'application/x-www-form-urlencoded',
        'x/y',
      ].map((each) => sent('[1]', { type: each })),
    ),
    ...[undefined, null, {}, { a: 1 }, 'text', 0, Buffer.from('x')].map((preset) =>
      before(
        `when req.body is ${describeValue(preset)} already`,
        (req, _res, next) => {
          req.body = preset
          next()
        },
        [...usual, sent(body, { type: 'x/y' }), sent(bodyOf(40), { type })],
      ),
    ),
    before('when req._body says so', (req, _res, next) => {
      Object.assign(req, { _body: true })
      next()
    }),
    before(
      'after the body was read to its end',
      (req, _res, next) => {
        req.on('end', () => setImmediate(next)).resume()
      },
      [
        // 3.x waits for a second end, and never responds.
        hanging(one, 500),
        hanging(sent(body, { type, chunks: 4 }), 500),
        hanging(sent('', { type }), 500),
        sent(body, { type: 'x/y' }),
        sent(body, { type, encoding: 'gzip' }),
        sent(bodyOf(40), { type }),
      ],
    ),
    before(
      'at the end of the body that another reads',
      (req, _res, next) => {
        req.on('end', () => next()).resume()
      },
      [one, sent('', { type })],
    ),
    before(
      'after a pause',
      (req, _res, next) => {
        req.pause()
        setTimeout(next, 5)
      },
      [hanging(one, 40)],
      { linger: 20 },
    ),
    before('some time later', (_req, _res, next) => {
      setTimeout(next, 5)
    }),
    before(
      'after setEncoding',
      (req, _res, next) => {
        req.setEncoding('utf8')
        next()
      },
      [...usual, sent(bodyOf(40), { type })],
    ),
    before(
      'after setEncoding of a compressed body',
      (req, _res, next) => {
        req.setEncoding('utf8')
        next()
      },
      [sent(zlib.gzipSync(body), { type, encoding: 'gzip' })],
    ),
    before('beside another reader', (req, _res, next) => {
      req.on('data', () => {})
      next()
    }),
    before(
      'after headers changed',
      (req, _res, next) => {
        req.headers['content-type'] = type
        req.headers['content-length'] = '20'
        next()
      },
      [sent(body, { type: 'x/y' }), sent(bodyOf(20), { type: null, chunks: 3 })],
    ),
    before(
      'when Content-Length was made too small',
      (req, _res, next) => {
        req.headers['content-length'] = '5'
        next()
      },
      [one, keepAlive([one, get('/')])],
    ),
    before(
      'when Content-Length was made too large',
      (req, _res, next) => {
        req.headers['content-length'] = '25'
        next()
      },
      [one, keepAlive([one, get('/')])],
    ),
    before(
      'when Content-Length was made nonsense',
      (req, _res, next) => {
        req.headers['content-length'] = 'x'
        next()
      },
      [one],
    ),
    before(
      'when Content-Length was removed',
      (req, _res, next) => {
        delete req.headers['content-length']
        next()
      },
      [one],
    ),
    scenario(
      'keeps the asynchronous context',
      (express, probe) => {
        const storage = new AsyncLocalStorage<string>()
        const app = express()
        app.use((_req, _res, next) => storage.run('context', next))
        app.use(
          make(express, subject, {
            ...chosen,
            verify: () => probe.seen('verify', storage.getStore()),
          }),
        )
        app.use((_req, res) => {
          probe.seen('handler', storage.getStore())
          res.end()
        })
        app.use(
          onError((err, _req, res, _next) => {
            probe.seen('error', storage.getStore(), err.message)
            res.end()
          }),
        )
        return app
      },
      [
        one,
        sent(body, { type, chunks: 3 }),
        sent(bodyOf(40), { type, chunks: 10 }),
        sent(zlib.gzipSync(body), { type, encoding: 'gzip' }),
        get('/'),
      ],
    ),
    scenario(
      'leaves errors to the final handler',
      (express) => express().use(make(express, subject, chosen)),
      [
        sent(bodyOf(40), { type }),
        sent(bodyOf(40), { type, chunks: 9 }),
        sent(body, { type, encoding: 'x' }),
        sent('x', { type, encoding: 'gzip' }),
        sent(body, { type: `${type}; charset=x` }),
        ...(subject.broken ? [sent(subject.broken, { type })] : []),
      ],
      { env: 'production' },
    ),
    scenario(
      'on a path and on a route',
      (express, probe) => {
        const app = express()
        const see: Handler = (req, res) => {
          probe.seen('body', req.body)
          res.end()
        }
        app.use('/path', make(express, subject))
        app.post('/route', make(express, subject), see)
        app.use(see)
        return app
      },
      ['/path/x', '/route', '/other'].map((target) => sent(body, { type, target })),
    ),
  ]
}
