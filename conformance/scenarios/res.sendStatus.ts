import { get, head, request } from '../harness/request.ts'
import { cases, familySince4 } from '../harness/scenario.ts'

const codes = [
  200, 201, 202, 204, 205, 206, 299, 300, 301, 304, 305, 400, 404, 408, 413, 414, 416, 418, 422,
  425, 431, 451, 500, 501, 503, 511, 599, 600, 999,
]

export default familySince4(
  'res.sendStatus',
  codes.flatMap((code) =>
    cases(
      `of ${code}`,
      { 'sends its text': (_req, res) => res.sendStatus(code) },
      { requests: [get('/'), head('/')] },
    ),
  ),
  cases('refuses', {
    '99': (_req, res) => res.sendStatus(99),
    '1000': (_req, res) => res.sendStatus(1000),
    'a string': (_req, res) => res.sendStatus('200'),
    'no code': (_req, res) => res.sendStatus(),
    null: (_req, res) => res.sendStatus(null),
    'a fraction': (_req, res) => res.sendStatus(200.1),
  }),
  cases(
    'replaces',
    {
      'an earlier status and type': (_req, res) => res.status(500).type('html').sendStatus(201),
      'an earlier message': (_req, res) => {
        res.statusMessage = 'Mine'
        res.sendStatus(201)
      },
      'a raw type': (_req, res) => {
        res.setHeader('Content-Type', 'application/json')
        res.sendStatus(404)
      },
    },
    { requests: [get('/'), request('POST', '/'), get('/', { headers: { 'If-None-Match': '*' } })] },
  ),
  cases('calls', {
    'status, type and send of this response': (_req, res, _next, probe) => {
      const { send, status, type } = res
      res.status = (...args) => {
        probe.seen('status', ...args)
        return status.apply(res, args)
      }
      res.type = (...args) => {
        probe.seen('type', ...args)
        return type.apply(res, args)
      }
      res.send = (...args) => {
        probe.seen('send', ...args)
        return send.apply(res, args)
      }
      probe.seen('chains', res.sendStatus(404) === res)
    },
  }),
)
