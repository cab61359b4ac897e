import { get, head } from '../harness/request.ts'
import { family } from '../harness/scenario.ts'
import { cases4, scenario4 } from '../harness/v4.ts'

const bodies: readonly (readonly [string, unknown])[] = [
  ['nothing', undefined],
  ['null', null],
  ['a text', 'text'],
  ['an empty text', ''],
  ['a number', 5],
  ['a status', 404],
  ['true', true],
  ['an object', { a: 1 }],
  ['an array', [1, 2]],
  ['a Buffer', Buffer.from('bytes')],
]
const codes = [200, 201, 204, 205, 304, 400, 404, 418, 500, 599, 999]
const oddCodes = [99, 1000, -1, 0, 200.5, '201', 'x', null, undefined, true]
const members = ['send', 'json', 'jsonp'] as const

export default family(
  '4.x status forms of res.send, json, jsonp',
  members.flatMap((member) => [
    ...bodies.map(([label, body]) =>
      scenario4(
        `${member}(status, body) with ${label}`,
        (express) => express().use((_req, res) => void res[member](201, body as string)),
        [get('/'), head('/'), get('/?callback=cb')],
        { env: 'production' },
      ),
    ),
    ...bodies.map(([label, body]) =>
      scenario4(
        `${member}(body, status) with ${label}`,
        (express) => express().use((_req, res) => void res[member](body as string, 201)),
        [get('/'), head('/'), get('/?callback=cb')],
        { env: 'production' },
      ),
    ),
    ...oddCodes.map((code) =>
      scenario4(
        `${member}(status, body) with the status ${JSON.stringify(code) ?? 'undefined'}`,
        (express, probe) =>
          express().use((_req, res) => {
            probe.attempt('call', () => void res[member](code, 'body'))
            if (!res.headersSent) res.status(500).end('refused')
          }),
        [get('/')],
      ),
    ),
    scenario4(
      `${member}(status, body) with every status`,
      (express) =>
        express().use((req, res) => void res[member](Number(req.query.code), { some: 'body' })),
      codes.map((code) => get(`/?code=${code}`)),
    ),
    scenario4(
      `${member}(status) with every status`,
      (express) => express().use((req, res) => void res[member](Number(req.query.code))),
      codes.flatMap((code) => [get(`/?code=${code}`), head(`/?code=${code}`)]),
    ),
  ]),
  cases4('with more arguments', {
    'send of three': (_req, res) => res.send(201, 'body', 'more'),
    'json of three': (_req, res) => res.json(201, { a: 1 }, 'more'),
    'send of two texts': (_req, res) => res.send('one', 'two'),
    'send of two numbers': (_req, res) => res.send(201, 202),
    'json of two numbers': (_req, res) => res.json(201, 202),
    'jsonp of two numbers': (_req, res) => res.jsonp(201, 202),
    'send of a status with a type': (_req, res) => res.type('html').send(404),
    'send of a status after status()': (_req, res) => res.status(500).send(201),
    'send of a status and a body after status()': (_req, res) => res.status(500).send(201, 'x'),
    'send of 204 and a body': (_req, res) => res.send(204, 'dropped'),
    'send of 304 and a body': (_req, res) => res.send(304, 'dropped'),
    'sendStatus of an unknown code': (_req, res) => res.sendStatus(799),
    'sendStatus of a text': (_req, res) => res.sendStatus('404'),
    'sendStatus of nothing': (_req, res) => res.sendStatus(),
  }),
  cases4('res.status', {
    'takes a numeric text': (_req, res) => res.status('404').send('text status'),
    'takes a fraction': (_req, res) => res.status(200.5).send('fraction'),
    'takes a word': (_req, res) => res.status('ok').send('word'),
    'takes 0': (_req, res) => res.status(0).send('zero'),
    'takes nothing': (_req, res) => res.status().send('nothing'),
    'takes 1000': (_req, res) => res.status(1000).send('large'),
    'takes a small text': (_req, res) => res.status('99').send('small'),
    'takes an object': (_req, res) => res.status({}).send('object'),
    'keeps what it was given': (_req, res, _next, probe) => {
      for (const code of [200, '201', 200.5, undefined, null, 'x', 99, 1000]) {
        probe.attempt(String(code), () => res.status(code) === res)
        probe.seen('statusCode', res.statusCode)
      }
      res.status(200).end()
    },
  }),
  cases4('res.vary', {
    'without a field': (_req, res) => res.vary().end(),
    'with an empty text': (_req, res) => res.vary('').end(),
    'with null': (_req, res) => res.vary(null).end(),
    'with an empty list': (_req, res) => res.vary([]).end(),
    'with a list': (_req, res) => res.vary(['A', 'B']).vary('a').end(),
    'with a star': (_req, res) => res.vary('A').vary('*').vary('B').end(),
    'with what is no name': (_req, res) => res.vary('a b').end(),
  }),
)
