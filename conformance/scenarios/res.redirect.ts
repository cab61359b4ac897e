import { get, head, keepAlive, request } from '../harness/request.ts'
import { cases, family, scenario } from '../harness/scenario.ts'
import { targets } from './res.location.ts'

const accepts: readonly Record<string, string>[] = [
  {},
  { Accept: 'text/html' },
  { Accept: 'text/plain' },
  { Accept: 'text/*;q=0.5, application/json' },
  { Accept: 'application/json' },
  { Accept: '*/*' },
  { Accept: 'text/html;q=0.1, text/plain;q=0.9' },
  { Accept: '' },
]

export default family(
  'res.redirect',
  targets.flatMap((target) =>
    cases(
      'to',
      { [JSON.stringify(target)]: (_req, res) => res.redirect(target) },
      { requests: [get('/dir/page', { headers: { Accept: 'text/html' } }), get('/dir/page')] },
    ),
  ),
  cases(
    'answers every client',
    {
      'to a plain path': (_req, res) => res.redirect('/login'),
      'to markup': (_req, res) => res.redirect('/<b>"&\'</b>'),
      'with 301': (_req, res) => res.redirect(301, '/moved'),
      'with 303': (_req, res) => res.redirect(303, 'http://example.com/é'),
      'with 307 after a type': (_req, res) => res.type('json').redirect(307, '/x'),
      'after status()': (_req, res) => res.status(308).redirect('/x'),
    },
    {
      requests: [
        ...accepts.map((headers) => get('/', { headers })),
        head('/'),
        head('/', { headers: { Accept: 'text/html' } }),
        get('/', { http10: true }),
        request('POST', '/', { headers: { Accept: 'text/html' }, body: 'x' }),
      ],
    },
  ),
  cases('with the odd arguments', {
    none: (_req, res) => res.redirect(),
    undefined: (_req, res) => res.redirect(undefined),
    null: (_req, res) => res.redirect(null),
    'an empty string': (_req, res) => res.redirect(''),
    'only a status': (_req, res) => res.redirect(301),
    'a status and undefined': (_req, res) => res.redirect(301, undefined),
    'a status and null': (_req, res) => res.redirect(301, null),
    'a status and an empty string': (_req, res) => res.redirect(301, ''),
    'url first': (_req, res) => res.redirect('/x', 301),
    'a string status': (_req, res) => res.redirect('301', '/x'),
    'a word status': (_req, res) => res.redirect('moved', '/x'),
    'undefined as status': (_req, res) => res.redirect(undefined, '/x'),
    'status 200': (_req, res) => res.redirect(200, '/x'),
    'status 204': (_req, res) => res.redirect(204, '/x'),
    'status 304': (_req, res) => res.redirect(304, '/x'),
    'status 399': (_req, res) => res.redirect(399, '/x'),
    'status 99': (_req, res) => res.redirect(99, '/x'),
    'status 1000': (_req, res) => res.redirect(1000, '/x'),
    'a fraction': (_req, res) => res.redirect(301.5, '/x'),
    'a URL object': (_req, res) => res.redirect(new URL('http://a/b c')),
    'a status and a URL object': (_req, res) => res.redirect(301, new URL('http://a/b c')),
    'an object': (_req, res) => res.redirect({}),
    'an array': (_req, res) => res.redirect(['/x']),
    'a number as url': (_req, res) => res.redirect(302, 5),
    'a symbol': (_req, res) => res.redirect(Symbol('x')),
    'three arguments': (_req, res) => res.redirect(301, '/x', 'more'),
    'a line break': (_req, res) => res.redirect('/a\r\nX-Injected: 1'),
  }),
  cases('keeps', {
    'headers set before': (_req, res) =>
      res
        .set({ 'X-Kept': '1', 'Content-Type': 'application/json', ETag: '"x"' })
        .cookie('a', 'b')
        .redirect('/x'),
    'nothing of a Content-Length': (_req, res) => res.set('Content-Length', '5').redirect('/x'),
    'the return value undefined': (_req, res, _next, probe) => {
      probe.seen('returned', res.redirect('/x'))
    },
    'calling the members of this response': (_req, res, _next, probe) => {
      const { location, format, end, status, set } = res
      res.location = (...args) => {
        probe.seen('location', ...args)
        return location.apply(res, args)
      }
      res.format = (...args) => {
        probe.seen('format', ...args)
        return format.apply(res, args)
      }
      res.status = (...args) => {
        probe.seen('status', ...args)
        return status.apply(res, args)
      }
      res.set = (...args) => {
        probe.seen('set', ...args)
        return set.apply(res, args)
      }
      res.end = ((...args: Parameters<typeof end>) => {
        probe.seen('end', ...args)
        return end.apply(res, args)
      }) as typeof end
      res.redirect(303, '/x')
    },
  }),
  scenario(
    'is relative to nothing but the client, also in mounted apps',
    (express) => {
      const app = express()
      const sub = express()
      sub.get('/login', (_req, res) => res.redirect('../home'))
      sub.get('/root', (_req, res) => res.redirect('/home'))
      sub.get('/back', (_req, res) => res.redirect('back'))
      return app.use('/blog', sub)
    },
    [
      keepAlive([get('/blog/login'), get('/blog/root')]),
      get('/blog/back', { headers: { Referer: 'http://a/b' } }),
      get('/blog/back', { headers: { Referrer: 'http://a/c' } }),
      get('/blog/back'),
    ],
  ),
)
