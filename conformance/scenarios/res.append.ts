import { cases, familySince4 } from '../harness/scenario.ts'

export default familySince4(
  'res.append',
  cases('appends', {
    'to nothing and chains': (_req, res, _next, probe) => {
      probe.seen('chains', res.append('X-A', 'one') === res)
      probe.seen('value', res.get('X-A'))
      res.end()
    },
    'to a value': (_req, res, _next, probe) => {
      res.set('X-A', 'one').append('x-a', 'two')
      probe.seen('value', res.get('X-A'))
      res.end()
    },
    'to a list': (_req, res, _next, probe) => {
      res.append('X-A', ['one', 'two']).append('X-A', 'three').append('X-A', ['four'])
      probe.seen('value', res.get('X-A'))
      res.end()
    },
    'an array to a value': (_req, res) => res.append('X-A', 'one').append('X-A', ['b', 'c']).end(),
    numbers: (_req, res) => res.append('X-A', 1).append('X-A', 2).end(),
    'a number to a string': (_req, res) => res.set('X-A', 'a').append('X-A', 2).end(),
    'to an empty string': (_req, res) => res.set('X-A', '').append('X-A', 'b').end(),
    undefined: (_req, res) => res.append('X-A', undefined).end(),
    'undefined to a value': (_req, res) => res.append('X-A', 'a').append('X-A', undefined).end(),
    nothing: (_req, res) => res.append('X-A').end(),
    'an empty array': (_req, res) => res.append('X-A', []).end(),
    'a nested array': (_req, res) =>
      res
        .append('X-A', 'a')
        .append('X-A', [['b'], 'c'])
        .end(),
    cookies: (_req, res) =>
      res.append('Set-Cookie', 'a=1').append('Set-Cookie', 'b=2').cookie('c', '3').end(),
    'to cookies': (_req, res) => res.cookie('a', '1').append('set-cookie', ['b=2', 'c=3']).end(),
    'Link values': (_req, res) =>
      res.append('Link', '<a>; rel=x').links({ next: '/n' }).append('Link', '<b>').end(),
    'a Content-Type': (_req, res) => res.append('Content-Type', 'text/html').end(),
    'a second Content-Type': (_req, res) =>
      res.type('text').append('Content-Type', 'text/html').end(),
    'until set resets it': (_req, res) =>
      res.append('X-A', 'a').append('X-A', 'b').set('X-A', 'c').end(),
    'to Vary': (_req, res) => res.vary('Accept').append('Vary', 'Origin').end(),
    'with an invalid name': (_req, res) => res.append('bad name', 'x').end(),
    'an invalid value': (_req, res) => res.append('X-A', 'a\nb').end(),
    'an object': (_req, res) => res.append({ 'X-A': '1' }).end(),
    'before send': (_req, res) => res.append('X-A', 'a').append('X-A', 'b').send('x'),
  }),
  cases('calls', {
    'get and set of this response': (_req, res, _next, probe) => {
      const { set, get } = res
      res.set = (...args) => {
        probe.seen('set', ...args)
        return set.apply(res, args)
      }
      res.get = (...args) => {
        probe.seen('get', ...args)
        return get.apply(res, args)
      }
      res.append('X-A', 'a').append('X-A', 'b').end()
    },
  }),
)
