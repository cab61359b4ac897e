import { get, head } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'

export default family(
  'res.status',
  cases('accepts', {
    '200 and chains': (_req, res, _next, probe) => {
      probe.seen('chains', res.status(200) === res)
      res.end()
    },
    '201 with a body': (_req, res) => res.status(201).send('made'),
    '204 with a body': (_req, res) => res.status(204).send('dropped'),
    '205 with a body': (_req, res) => res.status(205).send('dropped'),
    '304 with a body': (_req, res) => res.status(304).send('dropped'),
    '299': (_req, res) => res.status(299).send('odd'),
    '599': (_req, res) => res.status(599).send('odd'),
    '600': (_req, res) => res.status(600).end(),
    '999': (_req, res) => res.status(999).end(),
    'the last of several': (_req, res) => res.status(400).status(404).status(202).end(),
    'a correction of a wrong code': (_req, res) => {
      res.statusCode = 1000
      res.status(201).end()
    },
    'a later statusCode': (_req, res) => {
      res.status(201)
      res.statusCode = 202
      res.send('later')
    },
    'a code with its own message': (_req, res) => {
      res.statusMessage = 'Tea Pot'
      res.status(418).send('short and stout')
    },
    '500 beside a throw': (_req, res) => {
      res.status(503)
      throw new Error('late')
    },
    '404 beside next()': (_req, res, next) => {
      res.status(202)
      next()
    },
  }),
  cases('refuses', {
    '99': (_req, res) => res.status(99).end(),
    '1000': (_req, res) => res.status(1000).end(),
    '0': (_req, res) => res.status(0).end(),
    'a negative code': (_req, res) => res.status(-200).end(),
    'a fraction': (_req, res) => res.status(200.5).end(),
    'a numeric string': (_req, res) => res.status('200').end(),
    'a word': (_req, res) => res.status('ok').end(),
    'no code': (_req, res) => res.status().end(),
    null: (_req, res) => res.status(null).end(),
    Infinity: (_req, res) => res.status(Number.POSITIVE_INFINITY).end(),
    'an object': (_req, res) => res.status({ code: 200 }).end(),
    'an array': (_req, res) => res.status([200]).end(),
    'a boolean': (_req, res) => res.status(true).end(),
    'a function': (_req, res) => res.status(() => 200).end(),
    'a circular object': (_req, res) => {
      const loop: Record<string, unknown> = {}
      loop.loop = loop
      res.status(loop).end()
    },
  }),
  // The final handler of 4.x throws on it, and the process would end (W-024).
  cases('refuses', { NaN: (_req, res) => res.status(Number.NaN).end() }, { dialects: ['5.x'] }),
  cases('describes the refusal', {
    'to the caller': (_req, res, _next, probe) => {
      for (const code of [99, 1000, '200', undefined, null, 1.5, Number.NaN, {}, []]) {
        probe.attempt(`status(${JSON.stringify(code)})`, () => res.status(code) === res)
      }
      probe.attempt('status(bigint)', () => res.status(200n) === res)
      probe.attempt('status(symbol)', () => res.status(Symbol('x')) === res)
      probe.seen('statusCode', res.statusCode)
      res.end()
    },
  }),
  cases(
    'on HEAD and HTTP/1.0',
    {
      'with a body': (_req, res) => res.status(202).send('body'),
      'without a body': (_req, res) => res.status(202).end(),
    },
    { requests: [head('/'), get('/', { http10: true }), head('/', { http10: true })] },
  ),
  scenario(
    'sets the code after the headers were sent without effect',
    (express, probe) =>
      express().get('/', (_req, res) => {
        res.write('x')
        probe.attempt('status', () => res.status(404) === res)
        probe.seen('statusCode', res.statusCode)
        res.end()
      }),
    [get('/')],
  ),
)
