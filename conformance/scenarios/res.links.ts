import { cases, family } from '../harness/scenario.ts'

export default family(
  'res.links',
  cases('sets', {
    'two links and chains': (_req, res, _next, probe) => {
      probe.seen('chains', res.links({ next: 'http://a/?p=2', last: 'http://a/?p=5' }) === res)
      res.end()
    },
    'more at a second call': (_req, res) =>
      res.links({ a: '/a' }).links({ b: '/b', c: '/c' }).end(),
    'several of one rel': (_req, res) => res.links({ next: ['/a', '/b'], last: '/c' }).end(),
    'nothing for an empty object': (_req, res) => res.links({}).end(),
    'nothing after something': (_req, res) => res.links({ a: '/a' }).links({}).end(),
    'odd values': (_req, res) => res.links({ a: 5, b: null, c: undefined, d: true }).end(),
    'an empty array': (_req, res) => res.links({ a: [] }).end(),
    'odd names': (_req, res) => res.links({ 'a"b': '/x', 'a b': '/y', '': '/z' }).end(),
    'unencoded targets': (_req, res) => res.links({ a: '/é ü<>' }).end(),
    'an array': (_req, res) => res.links(['/a', '/b']).end(),
    'to a header set before': (_req, res) => res.set('Link', '<x>').links({ a: '/a' }).end(),
    'to a list set before': (_req, res) => res.set('Link', ['<x>', '<y>']).links({ a: '/a' }).end(),
    'inherited members': (_req, res) => res.links(Object.create({ a: '/a' })).end(),
    'a string': (_req, res) => res.links('abc').end(),
  }),
  cases('refuses', {
    nothing: (_req, res) => res.links().end(),
    null: (_req, res) => res.links(null).end(),
    'a line break': (_req, res) => res.links({ a: '/\r\nX: y' }).end(),
    'text beyond Latin-1': (_req, res) => res.links({ a: '/日本' }).end(),
  }),
)
